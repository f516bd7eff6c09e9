"""What the window manager, the input method manager and the notification manager tell of themselves."""

from __future__ import annotations

from onscreen_practice.phone.shell.commands.dumpsys_activity import record
from onscreen_practice.phone.shell.phone_facts import (
    Phone,
    focus,
    full_class,
    identity,
    keyboards,
    notices,
    user_of,
)


def window(phone: Phone, words: tuple[str, ...]) -> str:
    """Return what `dumpsys window [windows|displays]` writes."""
    front, (width, height) = focus(phone), phone.shown_size
    if front.rotation % 2:
        width, height = height, width
    name = front.window or f"{front.package}/{full_class(front.package, front.activity)}"
    part = words[0] if words else "windows"
    title = (
        f"WINDOW MANAGER {'DISPLAY CONTENTS' if part == 'displays' else 'WINDOWS'} (dumpsys window {part})"
    )
    physical = f"init={phone.size[0]}x{phone.size[1]} {phone.density}dpi"
    least, most = min(width, height), max(width, height)
    shown = f"cur={width}x{height} app={width}x{height}"
    focused = f"Window{{{identity(name)} u0 {name}}}"
    method = f"Window{{{identity('InputMethod')} u0 InputMethod}}" if front.keyboard else "null"
    rows = [
        title,
        "  Display: mDisplayId=0 (organized)",
        f"    {physical} {shown} rng={least}x{least}-{most}x{most}",
        f"    mCurrentRotation=ROTATION_{front.rotation * 90} mRotation={front.rotation}",
        f"  Window #0 {focused}:",
        f"    mDisplayId=0 mOwnerUid={user_of(front.package)} package={front.package} appop=NONE",
        f"    mHasSurface=true isReadyForDisplay()=true mFrame=[0,0][{width},{height}]",
        f"  mCurrentFocus={focused}",
        f"  mFocusedApp={record(front.package, front.activity)}",
        f"  mInputMethodWindow={method}",
        f"  mAwake={str(front.awake).lower()} mScreenOnEarly={str(front.awake).lower()}",
        "  mShowingLockscreen=false mDreamingLockscreen=false isKeyguardShowing=false",
        f"  mFocusedWindow={focused}",
    ]
    return "\n".join(rows)


def keyboard(phone: Phone, _words: tuple[str, ...]) -> str:
    """Return what `dumpsys input_method` writes."""
    shown = str(focus(phone).keyboard).lower()
    found = keyboards(phone)
    return "\n".join(
        [
            "Current Input Method Manager state:",
            "  Input Methods: mMethodMapUpdateCount=1",
            *(f"  InputMethod #{number}:\n    mId={each}" for number, each in enumerate(found.all)),
            f"  mCurMethodId={found.current}",
            f"  mCurId={found.current} mHaveConnection=true mBoundToMethod=true mVisibleBound={shown}",
            f"  mShowRequested={shown} mShowExplicitlyRequested={shown} mInputShown={shown}",
            f"  mIsInputViewShown={shown} mWindowVisible={shown} mDecorViewVisible={shown}",
            f"  mSystemReady=true mInteractive={str(focus(phone).awake).lower()}",
        ]
    )


def notification(phone: Phone, _words: tuple[str, ...]) -> str:
    """Return what `dumpsys notification [--noredact]` writes."""
    rows = ["Current Notification Manager state:", "  Notification List:"]
    for number, each in enumerate(notices(phone), 1):
        key = f"0|{each.package}|{number}|null|{user_of(each.package)}"
        head = f"pkg={each.package} user=UserHandle{{0}} id={number} tag=null importance=3 key={key}"
        rows += [
            f"    NotificationRecord(0x{identity(each.key)}: {head}: Notification(channel=default))",
            "      extras={",
            f"          android.title=String ({each.title})",
            f"          android.text=String ({each.text})",
            "      }",
        ]
    return "\n".join(rows)
