"""Translation of provider exceptions into retryable or user-facing errors."""

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


def translate_error(error: Exception, model_name: str, *, message: str) -> TransientError | OnscreenError:
    """Convert a provider's exception into a retryable or a user-facing error.

    `message` is the text of the exception with the API key removed.
    """
    if isinstance(error, ImportError):
        return MissingExtra(f'{model_name}: {message}; install it with: pip install "onscreen[models]"')
    status = error.status_code if isinstance(error, failures.ModelHTTPError) else 0
    if isinstance(error, failures.ModelQuotaExceededError):
        return ModelUnavailable(
            f"{model_name}: the account's quota is exhausted; add credit or wait ({message})"
        )
    if (
        isinstance(error, _TRANSIENT)
        or status in {_REQUEST_TIMEOUT, _TOO_MANY_REQUESTS}
        or status >= _SERVER_ERROR
    ):
        return TransientError(message, getattr(error, "retry_after", None))
    return ModelUnavailable(f"{model_name}: {_advice(error, status, model_name=model_name)} ({message})")


def _advice(error: Exception, status: int, *, model_name: str) -> str:
    kind = model_name.partition(":")[0]
    if isinstance(error, failures.ModelAuthenticationError) or status in _WRONG_KEY:
        how = key_advice(kind) if kind in KEY_VARIABLES else "use another"
        return f"the key is wrong or not allowed to use this model; {how}"
    if isinstance(error, failures.ModelNotFoundError) or status == _NOT_FOUND:
        return "no such model or address; check the name and the address"
    if isinstance(error, failures.ModelContextWindowExceededError):
        return "the prompt is longer than the model's context; use a smaller view or a larger model"
    return (
        "the request was rejected" if status else "the response is not from a model server; check the address"
    )
