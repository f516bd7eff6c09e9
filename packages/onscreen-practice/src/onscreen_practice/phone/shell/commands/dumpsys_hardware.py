"""What display, input, battery and power tell of themselves."""

from __future__ import annotations

from onscreen_practice.phone.shell.phone_facts import Phone, focus

_DISPLAY = "4619827259835644672"


def _frame(phone: Phone, rotation: int) -> tuple[int, int]:
    width, height = phone.shown_size
    return (height, width) if rotation % 2 else (width, height)


def display(phone: Phone, _words: tuple[str, ...]) -> str:
    """Return what `dumpsys display` writes."""
    front = focus(phone)
    width, height = _frame(phone, front.rotation)
    shown, size = f"Rect(0, 0 - {width}, {height})", phone.shown_size
    port = (
        f"DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, "
        f"uniqueId='local:{_DISPLAY}', "
        f"physicalPort=0, orientation={front.rotation}, logicalFrame={shown}, physicalFrame={shown}, "
        f"deviceWidth={size[0]}, deviceHeight={size[1]}}}"
    )
    state = "ON" if front.awake else "OFF"
    dense = f"density {phone.shown_density}, state {state}"
    device = f'"Built-in Screen": uniqueId="local:{_DISPLAY}", {size[0]} x {size[1]}, {dense}'
    return "\n".join(
        [
            "DISPLAY MANAGER (dumpsys display)",
            f"  mViewports=[{port}]",
            f"  mDefaultViewport={port}",
            f"    DisplayDeviceInfo{{{device}}}",
            f"  mScreenState={state}",
        ]
    )


def surfaces(_phone: Phone, _words: tuple[str, ...]) -> str:
    """Return what `dumpsys SurfaceFlinger --display-id` writes."""
    return f'Display {_DISPLAY} (HWC display 0): port=0 pnpId=PRC displayName="Built-in Screen"'


def inputs(phone: Phone, _words: tuple[str, ...]) -> str:
    """Return what `dumpsys input` writes."""
    front = focus(phone)
    width, height = _frame(phone, front.rotation)
    frame = f"[0, 0, {width}, {height}]"
    viewport = (
        f"orientation={front.rotation}, logicalFrame={frame}, physicalFrame={frame}, "
        f"deviceSize=[{width}, {height}], isActive=[1]"
    )
    return "\n".join(
        [
            "INPUT MANAGER (dumpsys input)",
            "Input Reader State:",
            "  Device 1: touchscreen",
            f"      SurfaceWidth: {width}px",
            f"      SurfaceHeight: {height}px",
            f"      SurfaceOrientation: {front.rotation}",
            f"  Viewport INTERNAL: displayId=0, uniqueId=local:{_DISPLAY}, port=0, {viewport}",
        ]
    )


def battery(phone: Phone, _words: tuple[str, ...]) -> str:
    """Return what `dumpsys battery` writes."""
    level = phone.ask("evaluate", "s.system.battery")
    return "\n".join(
        [
            "Current Battery Service state:",
            "  AC powered: false",
            "  USB powered: true",
            "  Wireless powered: false",
            "  Dock powered: false",
            "  Max charging current: 500000",
            "  Max charging voltage: 5000000",
            "  Charge counter: 3000000",
            "  status: 2",
            "  health: 2",
            "  present: true",
            f"  level: {level}",
            "  scale: 100",
            "  voltage: 4200",
            "  temperature: 250",
            "  technology: Li-ion",
        ]
    )


def power(phone: Phone, _words: tuple[str, ...]) -> str:
    """Return what `dumpsys power` writes."""
    awake = focus(phone).awake
    return "\n".join(
        [
            "POWER MANAGER (dumpsys power)",
            f"  mWakefulness={'Awake' if awake else 'Asleep'}",
            f"  mHoldingDisplaySuspendBlocker={str(awake).lower()}",
            "  mStayOn=false",
            f"Display Power: state={'ON' if awake else 'OFF'}",
        ]
    )
