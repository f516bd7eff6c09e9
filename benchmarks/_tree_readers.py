"""Readers of accessibility trees to compare with: the GNOME bindings, and asynchronous calls of dbus-fast."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping

import msgspec

BINDINGS_WALK = """
import json, sys, time
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

def walk(node):
    if not node.get_state_set().contains(Atspi.StateType.SHOWING):
        return 0
    node.get_role(); node.get_name(); node.get_state_set().get_states()
    try:
        node.get_extents(Atspi.CoordType.SCREEN)
    except Exception:
        pass
    count = node.get_child_count()
    children = (node.get_child_at_index(index) for index in range(count if count < 1000 else 0))
    return 1 + sum(walk(child) for child in children if child is not None)

desktop = Atspi.get_desktop(0)
for _ in sys.stdin:
    started, cpu, nodes = time.perf_counter(), time.process_time(), 0
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        for window in range(application.get_child_count()):
            nodes += walk(application.get_child_at_index(window))
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    print(json.dumps({"nodes": nodes, "seconds": seconds, "cpu_sec": cpu}), flush=True)
    Atspi.Accessible.clear_cache(desktop)
"""
DBUS_FAST_WALK = """
import asyncio, json, sys, time
from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus

ROOT, ACCESSIBLE = "/org/a11y/atspi/accessible/root", "org.a11y.atspi.Accessible"
COMPONENT, PROPERTIES = "org.a11y.atspi.Component", "org.freedesktop.DBus.Properties"
SHOWING, IN_FLIGHT, CALL_SEC = 25, 60, 5

class Walker:
    def __init__(self, bus):
        self.bus, self.gate = bus, asyncio.Semaphore(IN_FLIGHT)

    async def call(self, node, interface, member, signature="", body=()):
        message = Message(
            destination=node[0], path=node[1], interface=interface, member=member, signature=signature,
            body=list(body),
        )
        async with self.gate:
            try:
                reply = await asyncio.wait_for(self.bus.call(message), CALL_SEC)
            except asyncio.TimeoutError:
                return None
        is_reply = reply.message_type is MessageType.METHOD_RETURN
        return reply.body[0] if is_reply and reply.body else None

    async def children(self, node):
        return await self.call(node, ACCESSIBLE, "GetChildren") or ()

    async def walk(self, node):
        states = await self.call(node, ACCESSIBLE, "GetState")
        if not states or not states[0] >> SHOWING & 1:
            return 0
        count, *_ = await asyncio.gather(
            self.call(node, PROPERTIES, "Get", "ss", (ACCESSIBLE, "ChildCount")),
            self.call(node, ACCESSIBLE, "GetRole"),
            self.call(node, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")),
            self.call(node, COMPONENT, "GetExtents", "u", (0,)),
        )
        if not count or not 0 < count.value < 1000:
            return 1
        return 1 + sum(await asyncio.gather(*map(self.walk, await self.children(node))))

    async def walk_all(self):
        nodes = 0
        for application in await self.children(("org.a11y.atspi.Registry", ROOT)):
            nodes += sum(await asyncio.gather(*map(self.walk, await self.children(application))))
        return nodes

async def connect():
    bus = await MessageBus().connect()
    message = Message(
        destination="org.a11y.Bus", path="/org/a11y/bus", interface="org.a11y.Bus", member="GetAddress"
    )
    return await MessageBus(bus_address=(await bus.call(message)).body[0]).connect()

loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
walker = Walker(loop.run_until_complete(connect()))
for _ in sys.stdin:
    started = time.perf_counter()
    nodes = loop.run_until_complete(walker.walk_all())
    print(json.dumps({"nodes": nodes, "seconds": time.perf_counter() - started}), flush=True)
"""


class Walk(msgspec.Struct, frozen=True):
    """Number of nodes, duration and CPU time of a walk with another reader."""

    nodes: int = 0
    seconds: float = 0.0
    cpu_sec: float = 0.0


class TreeReader:
    """Process that walks over all trees of a desktop, once for each call."""

    def __init__(self, python: str, script: str, *, environment: Mapping[str, str]) -> None:
        """Start the script with a Python that has the packages it needs."""
        self._process = subprocess.Popen(
            (python, "-c", script),
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def walk(self) -> Walk:
        """Walk once; an empty walk if the packages are missing."""
        if self._process.stdout is None:
            return Walk()
        try:
            print(file=self._process.stdin, flush=True)
            return msgspec.json.decode(self._process.stdout.readline(), type=Walk)
        except (OSError, msgspec.DecodeError):
            return Walk()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
