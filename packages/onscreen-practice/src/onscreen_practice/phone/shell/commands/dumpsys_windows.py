"""Output of dumpsys for windows, input methods and notifications."""

from __future__ import annotations

from onscreen_practice.phone.shell.commands.dumpsys_activity import format_activity_record
from onscreen_practice.phone.shell.phone_interface import (
    PhoneAccess,
    expand_class_name,
    get_focus,
    get_input_methods,
    get_user_id,
    list_notifications,
    object_hash,
)


def dump_window(phone: PhoneAccess, words: tuple[str, ...]) -> str:
    """Generate the output of `dumpsys window [windows|displays]`."""
    focus, (width, height) = get_focus(phone), phone.shown_size
    if focus.rotation % 2:
        width, height = height, width
    window_name = focus.window or f"{focus.package}/{expand_class_name(focus.package, focus.activity)}"
    part = words[0] if words else "windows"
    title = (
        f"WINDOW MANAGER {'DISPLAY CONTENTS' if part == 'displays' else 'WINDOWS'} (dumpsys window {part})"
    )
    physical = f"init={phone.size[0]}x{phone.size[1]} {phone.density}dpi"
    short_side, long_side = min(width, height), max(width, height)
    current = f"cur={width}x{height} app={width}x{height}"
    focused = f"Window{{{object_hash(window_name)} u0 {window_name}}}"
    input_method = f"Window{{{object_hash('InputMethod')} u0 InputMethod}}" if focus.keyboard else "null"
    rows = [
        title,
        "  Display: mDisplayId=0 (organized)",
        f"    {physical} {current} rng={short_side}x{short_side}-{long_side}x{long_side}",
        f"    mCurrentRotation=ROTATION_{focus.rotation * 90} mRotation={focus.rotation}",
        f"  Window #0 {focused}:",
        f"    mDisplayId=0 mOwnerUid={get_user_id(focus.package)} package={focus.package} appop=NONE",
        f"    mHasSurface=true isReadyForDisplay()=true mFrame=[0,0][{width},{height}]",
        f"  mCurrentFocus={focused}",
        f"  mFocusedApp={format_activity_record(focus.package, focus.activity)}",
        f"  mInputMethodWindow={input_method}",
        f"  mAwake={str(focus.awake).lower()} mScreenOnEarly={str(focus.awake).lower()}",
        "  mShowingLockscreen=false mDreamingLockscreen=false isKeyguardShowing=false",
        f"  mFocusedWindow={focused}",
    ]
    return "\n".join(rows)


def dump_input_method(phone: PhoneAccess, _words: tuple[str, ...]) -> str:
    """Generate the output of `dumpsys input_method`."""
    shown = str(get_focus(phone).keyboard).lower()
    methods = get_input_methods(phone)
    return "\n".join(
        [
            "Current Input Method Manager state:",
            "  Input Methods: mMethodMapUpdateCount=1",
            *(f"  InputMethod #{number}:\n    mId={each}" for number, each in enumerate(methods.all)),
            f"  mCurMethodId={methods.current}",
            f"  mCurId={methods.current} mHaveConnection=true mBoundToMethod=true mVisibleBound={shown}",
            f"  mShowRequested={shown} mShowExplicitlyRequested={shown} mInputShown={shown}",
            f"  mIsInputViewShown={shown} mWindowVisible={shown} mDecorViewVisible={shown}",
            f"  mSystemReady=true mInteractive={str(get_focus(phone).awake).lower()}",
        ]
    )


def dump_notifications(phone: PhoneAccess, _words: tuple[str, ...]) -> str:
    """Generate the output of `dumpsys notification [--noredact]`."""
    rows = ["Current Notification Manager state:", "  Notification List:"]
    for number, each in enumerate(list_notifications(phone), 1):
        key = f"0|{each.package}|{number}|null|{get_user_id(each.package)}"
        header = f"pkg={each.package} user=UserHandle{{0}} id={number} tag=null importance=3 key={key}"
        rows += [
            f"    NotificationRecord(0x{object_hash(each.key)}: {header}: Notification(channel=default))",
            "      extras={",
            f"          android.title=String ({each.title})",
            f"          android.text=String ({each.text})",
            "      }",
        ]
    return "\n".join(rows)
