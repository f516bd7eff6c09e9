"""Fixed system properties and read-only files of the simulated phone."""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import dirname

CPU_CORES = 8
MODEL = "Practice Phone"

PROPERTIES: Mapping[str, str] = {
    "dalvik.vm.heapsize": "512m",
    "gsm.operator.alpha": "Practice",
    "gsm.sim.state": "LOADED",
    "init.svc.adbd": "running",
    "init.svc.bootanim": "stopped",
    "net.bt.name": "Android",
    "persist.sys.locale": "en-US",
    "persist.sys.timezone": "Etc/UTC",
    "ro.adb.secure": "1",
    "ro.board.platform": "practice",
    "ro.boot.hardware": "practice",
    "ro.build.characteristics": "default",
    "ro.build.date.utc": "1704067200",
    "ro.build.display.id": "PRACTICE-1",
    "ro.build.fingerprint": "practice/practice_phone/practice:14/PRACTICE/1:user/release-keys",
    "ro.build.id": "PRACTICE",
    "ro.build.tags": "release-keys",
    "ro.build.type": "user",
    "ro.build.user": "practice",
    "ro.build.version.codename": "REL",
    "ro.build.version.incremental": "1",
    "ro.build.version.preview_sdk": "0",
    "ro.build.version.release": "14",
    "ro.build.version.sdk": "34",
    "ro.build.version.security_patch": "2024-01-01",
    "ro.debuggable": "0",
    "ro.hardware": "practice",
    "ro.product.board": "practice",
    "ro.product.brand": "practice",
    "ro.product.cpu.abi": "x86_64",
    "ro.product.cpu.abilist": "x86_64",
    "ro.product.cpu.abilist32": "",
    "ro.product.cpu.abilist64": "x86_64",
    "ro.product.device": "practice",
    "ro.product.locale": "en-US",
    "ro.product.manufacturer": "Practice",
    "ro.product.model": MODEL,
    "ro.product.name": "practice_phone",
    "ro.secure": "1",
    "ro.serialno": "PRACTICE0001",
    "sys.boot_completed": "1",
    "sys.usb.config": "adb",
    "sys.usb.state": "adb",
    "dev.bootcomplete": "1",
}

_CPU_LINES = "".join(f"cpu{core} 1000 10 500 90000 20 0 5 0 0 0\n" for core in range(CPU_CORES))
_COUNTERS = "ctxt 1000000\nbtime 1704067200\nprocesses 10000\nprocs_running 1\nprocs_blocked 0\n"
_PROCESSORS = "".join(f"processor\t: {core}\nmodel name\t: Practice\n\n" for core in range(CPU_CORES))
_BUILD = "".join(f"{name}={value}\n" for name, value in PROPERTIES.items() if name.startswith("ro."))

FIXED_FILES: Mapping[str, bytes] = {
    "/proc/cpuinfo": _PROCESSORS.encode(),
    "/proc/meminfo": b"MemTotal: 6000000 kB\nMemFree: 2000000 kB\nMemAvailable: 4000000 kB\n",
    "/proc/stat": f"cpu  8000 80 4000 720000 160 0 40 0 0 0\n{_CPU_LINES}{_COUNTERS}".encode(),
    "/proc/uptime": b"86400.00 600000.00\n",
    "/proc/version": b"Linux version 6.1.0-practice (practice@practice) #1 SMP PREEMPT\n",
    "/system/bin/sh": b"",
    "/system/build.prop": _BUILD.encode(),
}


def _collect_folders() -> frozenset[str]:
    direct = {f"/sys/devices/system/cpu/cpu{core}" for core in range(CPU_CORES)}
    direct |= {
        "/sdcard",
        "/data/local/tmp",
        "/storage/emulated/0",
        "/storage/self/primary",
        "/dev",
        "/vendor",
    }
    direct |= {dirname(path) for path in FIXED_FILES}
    folders = set(direct)
    for path in direct:
        parent = path
        while parent != "/":
            parent = dirname(parent)
            folders.add(parent)
    return frozenset(folders)


FIXED_FOLDERS = _collect_folders()
