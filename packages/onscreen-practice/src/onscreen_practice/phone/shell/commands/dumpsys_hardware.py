"""Output of dumpsys for the display, input, battery and power services."""

from __future__ import annotations

from onscreen_practice.phone.shell.phone_interface import LineState, PhoneAccess, convert_answer, get_focus

_DISPLAY_ID = "4619827259835644672"


def _rotated_size(phone: PhoneAccess, rotation: int) -> tuple[int, int]:
    width, height = phone.shown_size
    return (height, width) if rotation % 2 else (width, height)


def dump_display(phone: PhoneAccess, _words: tuple[str, ...]) -> str:
    """Generate the output of `dumpsys display`."""
    focus = get_focus(phone)
    width, height = _rotated_size(phone, focus.rotation)
    frame, size = f"Rect(0, 0 - {width}, {height})", phone.shown_size
    viewport = (
        f"DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, "
        f"uniqueId='local:{_DISPLAY_ID}', "
        f"physicalPort=0, orientation={focus.rotation}, logicalFrame={frame}, physicalFrame={frame}, "
        f"deviceWidth={size[0]}, deviceHeight={size[1]}}}"
    )
    state = "ON" if focus.awake else "OFF"
    density_and_state = f"density {phone.shown_density}, state {state}"
    device = f'"Built-in Screen": uniqueId="local:{_DISPLAY_ID}", {size[0]} x {size[1]}, {density_and_state}'
    return "\n".join(
        [
            "DISPLAY MANAGER (dumpsys display)",
            f"  mViewports=[{viewport}]",
            f"  mDefaultViewport={viewport}",
            f"    DisplayDeviceInfo{{{device}}}",
            f"  mScreenState={state}",
        ]
    )


def dump_surfaces(_phone: PhoneAccess, _words: tuple[str, ...]) -> str:
    """Generate the output of `dumpsys SurfaceFlinger --display-id`."""
    return f'Display {_DISPLAY_ID} (HWC display 0): port=0 pnpId=PRC displayName="Built-in Screen"'


def dump_input(phone: PhoneAccess, _words: tuple[str, ...]) -> str:
    """Generate the output of `dumpsys input`."""
    focus = get_focus(phone)
    width, height = _rotated_size(phone, focus.rotation)
    frame = f"[0, 0, {width}, {height}]"
    viewport = (
        f"orientation={focus.rotation}, logicalFrame={frame}, physicalFrame={frame}, "
        f"deviceSize=[{width}, {height}], isActive=[1]"
    )
    return "\n".join(
        [
            "INPUT MANAGER (dumpsys input)",
            "Input Reader State:",
            "  Device 1: touchscreen",
            f"      SurfaceWidth: {width}px",
            f"      SurfaceHeight: {height}px",
            f"      SurfaceOrientation: {focus.rotation}",
            f"  Viewport INTERNAL: displayId=0, uniqueId=local:{_DISPLAY_ID}, port=0, {viewport}",
        ]
    )


def dump_battery(phone: PhoneAccess, _words: tuple[str, ...]) -> str:
    """Generate the output of `dumpsys battery`."""
    level = phone.call("evaluate", "s.system.battery")
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


def dump_power(phone: PhoneAccess, _words: tuple[str, ...]) -> str:
    """Generate the output of `dumpsys power`."""
    awake = get_focus(phone).awake
    return "\n".join(
        [
            "POWER MANAGER (dumpsys power)",
            f"  mWakefulness={'Awake' if awake else 'Asleep'}",
            f"  mHoldingDisplaySuspendBlocker={str(awake).lower()}",
            "  mStayOn=false",
            f"Display Power: state={'ON' if awake else 'OFF'}",
        ]
    )


def dump_telephony(phone: PhoneAccess, _words: tuple[str, ...]) -> str:
    """Generate the output of `dumpsys telephony.registry`."""
    line = convert_answer(phone.call("line"), LineState)
    return "\n".join(
        [
            "last known state:",
            "  Phone Id=0",
            f"    mCallState={line.state}",
            "    mRingingCallState=0",
            "    mForegroundCallState=0",
            f"    mCallIncomingNumber={line.number}",
            "    mServiceState={mVoiceRegState=0(IN_SERVICE), mDataRegState=0(IN_SERVICE)}",
        ]
    )
