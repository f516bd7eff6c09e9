"""Simulated server of uiautomator2 3.x (com.wetest.uia2.Main), with HTTP and JSON-RPC."""

from __future__ import annotations

import io
from http import HTTPStatus

from PIL import Image

from onscreen_practice.phone.adb.stream import Stream
from onscreen_practice.phone.automation.http_exchange import (
    ConnectionAborted,
    HttpRequest,
    HttpResponse,
    serve_http,
)
from onscreen_practice.phone.automation.json_rpc_server import MethodTable, answer_json_rpc
from onscreen_practice.phone.automation.uiautomator_device import DeviceMethods, RunScript
from onscreen_practice.phone.automation.uiautomator_elements import ElementMethods
from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.port_listeners import DevicePorts
from onscreen_practice.phone.shell.phone_interface import PhoneAccess

MAIN_CLASS = "com.wetest.uia2.Main"
DEFAULT_PORT = 9008


class UiautomatorServer:
    """Simulated uiautomator2 server that listens on a port of the phone."""

    def __init__(self, phone: PhoneAccess, ports: DevicePorts, *, port: int, run_script: RunScript) -> None:
        self._phone = phone
        self._ports = ports
        self._port = port
        self._is_running = False
        device, elements = DeviceMethods(phone, run_script=run_script).table(), ElementMethods(phone).table()
        self._methods: MethodTable = {
            name: (*device.get(name, ()), *elements.get(name, ())) for name in (*device, *elements)
        }

    def start(self) -> bool:
        """Start listening on the port, or return False if another program uses it."""
        self._is_running = self._ports.open(self._port, self.serve)
        return self._is_running

    def stop(self) -> None:
        """Stop listening, and reject further requests from connected clients."""
        self._is_running = False
        self._ports.close(self._port, self.serve)

    def serve(self, stream: Stream) -> None:
        """Answer the HTTP requests of one client."""
        serve_http(stream, self._answer)

    def _answer(self, request: HttpRequest) -> HttpResponse:
        if not self._is_running:
            raise ConnectionAborted("the server was stopped")
        try:
            return self._route(request)
        except PhoneError as error:
            return HttpResponse(str(error).encode(), HTTPStatus.INTERNAL_SERVER_ERROR)

    def _route(self, request: HttpRequest) -> HttpResponse:
        match request.path:
            case "/ping":
                return HttpResponse(b"pong", media_type="text/html")
            case "/stop":
                self.stop()
                return HttpResponse(b"Server stopped!!!", media_type="text/html")
            case "/screenshot/0":
                return HttpResponse(self._capture(request.query.get("scale", "")), media_type="image/png")
            case "/jsonrpc/0":
                return self._answer_rpc(request)
        return HttpResponse(b"Not Found!!!", HTTPStatus.NOT_FOUND)

    def _answer_rpc(self, request: HttpRequest) -> HttpResponse:
        if request.method not in {"POST", "PUT"}:
            return HttpResponse(b"Invalid http post data!", HTTPStatus.INTERNAL_SERVER_ERROR)
        if not request.body:
            return HttpResponse(b"Internal Server Error!!!", HTTPStatus.INTERNAL_SERVER_ERROR)
        return HttpResponse(answer_json_rpc(request.body, self._methods), media_type="application/json")

    def _capture(self, scale: str) -> bytes:
        """Return the screen as PNG; a scale that is not a number between 0 and 1 is ignored."""
        png = self._phone.screenshot()
        try:
            factor = float(scale)
        except ValueError:
            factor = 1.0
        if not 0 < factor < 1:
            return png
        with Image.open(io.BytesIO(png)) as screen:
            size = max(1, round(screen.width * factor)), max(1, round(screen.height * factor))
            buffer = io.BytesIO()
            screen.resize(size).save(buffer, "PNG")
        return buffer.getvalue()
