"""A provider's failure -> one that may pass, or what to do about it."""

from __future__ import annotations

from pydantic_ai import exceptions as failures

from onscreen.model.api_keys import KEY_VARIABLES, key_advice
from onscreen.model.retry_policy import TransientError
from onscreen.types.errors import MissingExtra, ModelUnavailable, OnscreenError

_TRANSIENT = (
    failures.ModelRateLimitError,
    failures.ModelUnavailableError,
    failures.ModelServerError,
    failures.ModelConnectionError,
    failures.ModelRequestTimeout,
)
_WRONG_KEY = (401, 403)
_NOT_FOUND = 404
_REQUEST_TIMEOUT = 408
_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500


def translate_error(error: Exception, who: str, *, said: str) -> TransientError | OnscreenError:
    """Return what to raise for a failure; `said` is its text with the key taken out."""
    if isinstance(error, ImportError):
        return MissingExtra(f'{who}: {said}; install it with: pip install "onscreen[models]"')
    status = error.status_code if isinstance(error, failures.ModelHTTPError) else 0
    if isinstance(error, failures.ModelQuotaExceededError):
        return ModelUnavailable(f"{who}: the account's quota is spent; add credit or wait ({said})")
    if (
        isinstance(error, _TRANSIENT)
        or status in {_REQUEST_TIMEOUT, _TOO_MANY_REQUESTS}
        or status >= _SERVER_ERROR
    ):
        return TransientError(said, getattr(error, "retry_after", None))
    return ModelUnavailable(f"{who}: {_advice(error, status, who=who)} ({said})")


def _advice(error: Exception, status: int, *, who: str) -> str:
    kind = who.partition(":")[0]
    if isinstance(error, failures.ModelAuthenticationError) or status in _WRONG_KEY:
        how = key_advice(kind) if kind in KEY_VARIABLES else "give another"
        return f"the key is wrong or may not use this model; {how}"
    if isinstance(error, failures.ModelNotFoundError) or status == _NOT_FOUND:
        return "there is no such model or address; look at the name and the address"
    if isinstance(error, failures.ModelContextWindowExceededError):
        return "the question is longer than the model can read; choose a smaller view or a larger model"
    return "the request was refused" if status else "what answered is no model server; look at the address"
