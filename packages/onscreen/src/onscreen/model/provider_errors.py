"""A provider's failure -> one that may pass, or what to do about it."""

from __future__ import annotations

from pydantic_ai import exceptions as failures

from onscreen.model.api_keys import VARIABLES, how_to_give_a_key
from onscreen.model.retry_policy import TransientError
from onscreen.types.errors import MissingExtra, ModelUnavailable, OnscreenError

_MAY_PASS = (
    failures.ModelRateLimitError,
    failures.ModelUnavailableError,
    failures.ModelServerError,
    failures.ModelConnectionError,
    failures.ModelRequestTimeout,
)
_WRONG_KEY = (401, 403)
_NOT_FOUND = 404
_TIMED_OUT = 408
_TOO_MANY = 429
_SERVER = 500


def unavailable(error: Exception, who: str, *, said: str) -> TransientError | OnscreenError:
    """Return what to raise for a failure; `said` is its text with the key taken out."""
    if isinstance(error, ImportError):
        return MissingExtra(f'{who}: {said}; install it with: pip install "onscreen[models]"')
    status = error.status_code if isinstance(error, failures.ModelHTTPError) else 0
    if isinstance(error, failures.ModelQuotaExceededError):
        return ModelUnavailable(f"{who}: the account's quota is spent; add credit or wait ({said})")
    if isinstance(error, _MAY_PASS) or status in {_TIMED_OUT, _TOO_MANY} or status >= _SERVER:
        return TransientError(said, getattr(error, "retry_after", None))
    return ModelUnavailable(f"{who}: {_advice(error, status, who=who)} ({said})")


def _advice(error: Exception, status: int, *, who: str) -> str:
    kind = who.partition(":")[0]
    if isinstance(error, failures.ModelAuthenticationError) or status in _WRONG_KEY:
        how = how_to_give_a_key(kind) if kind in VARIABLES else "give another"
        return f"the key is wrong or may not use this model; {how}"
    if isinstance(error, failures.ModelNotFoundError) or status == _NOT_FOUND:
        return "there is no such model or address; look at the name and the address"
    if isinstance(error, failures.ModelContextWindowExceededError):
        return "the question is longer than the model can read; choose a smaller view or a larger model"
    return "the request was refused" if status else "what answered is no model server; look at the address"
