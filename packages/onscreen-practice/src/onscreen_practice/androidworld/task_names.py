"""Names of AndroidWorld's tasks that the practice phone supports, and reasons for the exclusions."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SUPPORTED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "camera": ("CameraTakePhoto", "CameraTakeVideo"),
        "clock": ("ClockStopWatchPausedVerify", "ClockStopWatchRunning", "ClockTimerEntry"),
        "contacts": ("ContactsAddContact", "ContactsNewContactDraft"),
        "files": ("FilesDeleteFile", "FilesMoveFile"),
        "gallery": ("SaveCopyOfReceiptTaskEval",),
        "sms": (
            "SimpleSmsReply",
            "SimpleSmsReplyMostRecent",
            "SimpleSmsResend",
            "SimpleSmsSend",
            "SimpleSmsSendClipboardContent",
            "SimpleSmsSendReceivedAddress",
        ),
        "system": (
            "OpenAppTaskEval",
            "SystemBluetoothTurnOff",
            "SystemBluetoothTurnOn",
            "SystemBrightnessMax",
            "SystemBrightnessMin",
            "SystemCopyToClipboard",
            "SystemWifiTurnOff",
            "SystemWifiTurnOn",
            "TurnOffWifiAndTurnOnBluetooth",
            "TurnOnWifiAndOpenApp",
        ),
    }
)
"""Names of the supported tasks, keyed by the AndroidWorld module that defines them."""

EXCLUDED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "the phone starts in the state that the task asks for, so doing nothing solves it": (
            "SystemBluetoothTurnOffVerify",
            "SystemBluetoothTurnOnVerify",
            "SystemBrightnessMaxVerify",
            "SystemBrightnessMinVerify",
            "SystemWifiTurnOffVerify",
            "SystemWifiTurnOnVerify",
        ),
        "needs a browser that runs the scripts of a local page": (
            "BrowserDraw",
            "BrowserMaze",
            "BrowserMultiply",
        ),
        "needs the database of Simple Calendar Pro": (
            "SimpleCalendarAddOneEvent",
            "SimpleCalendarAddOneEventInTwoWeeks",
            "SimpleCalendarAddOneEventRelativeDay",
            "SimpleCalendarAddOneEventTomorrow",
            "SimpleCalendarAddRepeatingEvent",
            "SimpleCalendarAnyEventsOnDate",
            "SimpleCalendarDeleteEvents",
            "SimpleCalendarDeleteEventsOnRelativeDay",
            "SimpleCalendarDeleteOneEvent",
            "SimpleCalendarEventOnDateAtTime",
            "SimpleCalendarEventsInNextWeek",
            "SimpleCalendarEventsInTimeRange",
            "SimpleCalendarEventsOnDate",
            "SimpleCalendarFirstEventAfterStartTime",
            "SimpleCalendarLocationOfEvent",
            "SimpleCalendarNextEvent",
            "SimpleCalendarNextMeetingWithPerson",
        ),
        "needs the notes application Markor": (
            "MarkorAddNoteHeader",
            "MarkorChangeNoteContent",
            "MarkorCreateFolder",
            "MarkorCreateNote",
            "MarkorCreateNoteAndSms",
            "MarkorCreateNoteFromClipboard",
            "MarkorDeleteAllNotes",
            "MarkorDeleteNewestNote",
            "MarkorDeleteNote",
            "MarkorEditNote",
            "MarkorMergeNotes",
            "MarkorMoveNote",
            "MarkorTranscribeReceipt",
            "MarkorTranscribeVideo",
        ),
        "needs the application Pro Expense": (
            "ExpenseAddMultiple",
            "ExpenseAddMultipleFromGallery",
            "ExpenseAddMultipleFromMarkor",
            "ExpenseAddSingle",
            "ExpenseDeleteDuplicates",
            "ExpenseDeleteDuplicates2",
            "ExpenseDeleteMultiple",
            "ExpenseDeleteMultiple2",
            "ExpenseDeleteSingle",
        ),
        "needs the recipe application Broccoli": (
            "RecipeAddMultipleRecipes",
            "RecipeAddMultipleRecipesFromImage",
            "RecipeAddMultipleRecipesFromMarkor",
            "RecipeAddMultipleRecipesFromMarkor2",
            "RecipeAddSingleRecipe",
            "RecipeDeleteDuplicateRecipes",
            "RecipeDeleteDuplicateRecipes2",
            "RecipeDeleteDuplicateRecipes3",
            "RecipeDeleteMultipleRecipes",
            "RecipeDeleteMultipleRecipesWithConstraint",
            "RecipeDeleteMultipleRecipesWithNoise",
            "RecipeDeleteSingleRecipe",
            "RecipeDeleteSingleWithRecipeWithNoise",
        ),
        "needs the application Tasks.org": (
            "TasksCompletedTasksForDate",
            "TasksDueNextWeek",
            "TasksDueOnDate",
            "TasksHighPriorityTasks",
            "TasksHighPriorityTasksDueOnDate",
            "TasksIncompleteTasksOnDate",
        ),
        "needs the application OpenTracks": (
            "SportsTrackerActivitiesCountForWeek",
            "SportsTrackerActivitiesOnDate",
            "SportsTrackerActivityDuration",
            "SportsTrackerLongestDistanceActivity",
            "SportsTrackerTotalDistanceForCategoryOverInterval",
            "SportsTrackerTotalDurationForCategoryThisWeek",
        ),
        "needs the notes application Joplin": (
            "NotesIsTodo",
            "NotesMeetingAttendeeCount",
            "NotesRecipeIngredientCount",
            "NotesTodoItemCount",
        ),
        "needs the database of Retro Music": (
            "RetroCreatePlaylist",
            "RetroPlayingQueue",
            "RetroPlaylistDuration",
            "RetroSavePlaylist",
        ),
        "needs the map application OsmAnd": ("OsmAndFavorite", "OsmAndMarker", "OsmAndTrack"),
        "needs the application Audio Recorder": (
            "AudioRecorderRecordAudio",
            "AudioRecorderRecordAudioWithFileName",
        ),
        "needs the database of VLC": ("VlcCreatePlaylist", "VlcCreateTwoPlaylists"),
        "needs the application Simple Draw Pro": ("SimpleDrawProCreateDrawing",),
    }
)
"""Names of the unsupported tasks of AndroidWorld's own suite, keyed by the reason."""

ALL_NAMES = tuple(name for names in SUPPORTED.values() for name in names)
