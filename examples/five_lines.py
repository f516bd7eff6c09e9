"""A task in five lines; the page is given as a data URL instead of an address."""

from onscreen import run_task

page = "data:text/html,<title>Post</title><button onclick=\"this.textContent='Sent'\">Send</button>"
episode = run_task("Click the Send button", start=page, out="runs/five-lines")
print(episode.stop.evidence)
