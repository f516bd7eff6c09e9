"""Provider models, against a local server with the providers' APIs."""

from __future__ import annotations

import asyncio
import base64
import gc
import json
import pickle
import struct
import zlib

import pytest
from provider_server import (
    KEY,
    QUICK,
    MemoryKeyring,
    Provider,
    ServerResponse,
    anthropic_choice,
    failure,
    message,
    openai_choice,
    run_server,
)

from onscreen.model.model_factory import make_model
from onscreen.model.provider_model import compatible, ollama
from onscreen.model.retry_policy import RetryPolicy
from onscreen.types import FreeText, OneOf, Picture, Prompt, Schema, SomeOf
from onscreen.types.errors import BadReply, BadText, ModelUnavailable, UnknownName

CHOICE = Prompt("Which one?", "Be quick.", OneOf(("Save", "Delete", "Delete")))
SEVERAL = Prompt("Which ones?", form=SomeOf(("Save", "Delete", "Delete"), most=3))
EMPTY_CHOICES = b'{"id": "1", "object": "chat.completion", "created": 1, "model": "tiny", "choices": []}'
DEEP = "[" * 100_000 + "]" * 100_000
AGE = '{"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}'


def test_text_reply_has_its_cost(provider: Provider) -> None:
    """A text reply holds input and output tokens, seconds and the model's name; an unknown price is 0."""
    model, server = provider(message("Hello"))
    reply = model(Prompt("Hi", "Be kind.", FreeText(33)))
    assert (reply.text, reply.tokens_in, reply.tokens_out, reply.cost_usd) == ("Hello", 120, 7, 0.0)
    assert reply.seconds > 0
    assert reply.model == model.name
    assert server.asked[0]["max_completion_tokens"] == 33


def test_the_system_text_comes_first(provider: Provider) -> None:
    """Instructions are sent as the system message, the text as the user message."""
    model, server = provider(message("Hello"))
    model(Prompt("Hi", "Be kind."))
    messages = server.asked[0]["messages"]
    assert [m["role"] for m in messages] == ["system", "user"]
    assert messages[0]["content"] == "Be kind."


def test_pictures_are_sent(provider: Provider) -> None:
    """A picture is sent as PNG after the text, whose start stays the same from step to step."""
    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + header
    png += struct.pack(">I", zlib.crc32(b"IHDR" + header))
    model, server = provider(message("A dot"))
    model(Prompt("What is it?", pictures=(Picture(png),)))
    content = server.asked[0]["messages"][-1]["content"]
    assert [part["type"] for part in content] == ["text", "image_url"]
    sent = str(content[-1])
    assert f"data:image/png;base64,{base64.b64encode(png).decode()}" in sent


def test_one_of_is_requested_as_tool_call(provider: Provider) -> None:
    """OneOf is requested as a required tool call whose values are the labels."""
    model, server = provider(message(call={"option": "3: Delete"}))
    assert model(CHOICE).picked == (2,)
    assert server.asked[0]["tool_choice"] == "required"
    assert "'enum': ['1: Save', '2: Delete', '3: Delete']" in str(server.asked[0]["tools"])


def test_labels_use_the_marks_of_the_screen(provider: Provider) -> None:
    """Options that are elements are labeled by their marks."""
    model, server = provider(message(call={"option": "17: Delete"}))
    form = OneOf(("Save", "Delete"), marks=(4, 17))
    assert model(Prompt("Which?", form=form)).picked == (1,)
    assert "17: Delete" in str(server.asked[0]["tools"])


def test_label_as_plain_text_is_accepted(provider: Provider) -> None:
    """A server without tools may answer with the label as text."""
    assert provider(message("2: Delete"))[0](CHOICE).picked == (1,)


def test_some_of_keeps_order_and_repeats(provider: Provider) -> None:
    """SomeOf returns options in order with repeats, truncated at the limit."""
    call = {"options": ["3: Delete", "1: Save", "3: Delete", "1: Save"]}
    model, server = provider(message(call=call), message(call={"options": []}), message('["1: Save"]'))
    assert model(SEVERAL).picked == (2, 0, 2)
    assert model(SEVERAL).picked == ()
    assert model(SEVERAL).picked == (0,)
    assert "'maxItems': 3" in str(server.asked[0]["tools"])


@pytest.mark.parametrize(
    ("schema", "call", "text"),
    [
        (AGE, {"age": 4}, '{"age":4}'),
        ('{"type": "array", "items": {"type": "integer"}}', {"answer": [1, 2]}, "[1,2]"),
        (
            '{"$ref": "#/$defs/n", "$defs": {"n": {"type": "integer"}}}',
            {"answer": 5},
            "5",
        ),
    ],
)
def test_document_matches_its_schema(provider: Provider, schema: str, call: object, text: str) -> None:
    """A document is returned as JSON that matches the schema, whatever the schema's top-level type."""
    assert provider(message(call=call))[0](Prompt("?", form=Schema(schema))).text == text


def test_document_in_code_fence_is_accepted(provider: Provider) -> None:
    """A document in a Markdown code fence is accepted."""
    model, _ = provider(message('```json\n{"age": 4}\n```'))
    assert model(Prompt("?", form=Schema(AGE))).text == '{"age":4}'


@pytest.mark.parametrize(
    ("prompt", "answer", "message_part"),
    [
        (CHOICE, message(call={"option": "4: Undo"}), "'4: Undo', expected one of: 1: Save"),
        (CHOICE, message(call={"option": 3}), "expected one of"),
        (CHOICE, message(call="{nonsense"), "expected one of"),
        (CHOICE, message("I would rather not"), "expected one of"),
        (SEVERAL, message("Save and Delete"), 'expected {"options": '),
        (SEVERAL, message(call={"options": ["Undo"]}), "expected one of"),
        (Prompt("?", form=Schema(AGE)), message(call={"age": "four"}), r"at \$.age"),
        (Prompt("?", form=Schema(AGE)), message(call={}), "'age' is a required property"),
        (Prompt("?", form=Schema(AGE)), message("no JSON"), "expected a JSON document"),
        (Prompt("?"), message(""), "an empty answer"),
        (Prompt("?"), message("", finish="length"), "truncated"),
        (Prompt("?"), ServerResponse(b"{}"), "an invalid response"),
        (Prompt("?"), ServerResponse(EMPTY_CHOICES), "an invalid response"),
        (Prompt("?"), ServerResponse(b"[" * 200_000 + b"]" * 200_000), "an invalid response"),
        (Prompt("?", form=Schema(AGE)), message(DEEP), "expected a JSON document"),
        (Prompt("?", form=Schema('{"type": "array"}')), message(DEEP), "expected a JSON document"),
        (SEVERAL, message(DEEP), 'expected {"options": '),
        (CHOICE, message(DEEP), "expected one of"),
    ],
)
def test_unparsable_answer_raises_bad_reply(
    provider: Provider, prompt: Prompt, answer: ServerResponse, message_part: str
) -> None:
    """An unparsable answer raises BadReply with what was found and expected."""
    with pytest.raises(BadReply, match=message_part):
        provider(answer)[0](prompt)


def test_half_of_a_surrogate_pair_is_replaced(provider: Provider) -> None:
    """Half of a surrogate pair in a prompt or an answer, which UTF-8 cannot encode, becomes "?"."""
    model, server = provider(message("a\ud800b"))
    assert model(Prompt("c\udc00d")).text == "a?b"
    assert '"c?d"' in json.dumps(server.asked[0])


def test_bad_reply_has_its_cost(provider: Provider) -> None:
    """BadReply holds the tokens used."""
    with pytest.raises(BadReply) as caught:
        provider(message("no"))[0](CHOICE)
    assert (caught.value.tokens_in, caught.value.tokens_out) == (120, 7)


def test_invalid_schema_is_rejected(provider: Provider) -> None:
    """A text that is not a JSON schema is rejected before a request is sent."""
    model, server = provider(message("x"))
    for schema in ("nonsense", '{"type": "nonsense"}', "[]"):
        with pytest.raises(BadText, match="schema"):
            model(Prompt("?", form=Schema(schema)))
    assert server.asked == []


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
def test_transient_errors_are_retried(provider: Provider, status: int) -> None:
    """Rate limits and server errors are retried until there is an answer."""
    model, server = provider(failure(status, "busy"), failure(status, "busy"), message("Hello"))
    assert model(Prompt("Hi")).text == "Hello"
    assert len(server.asked) == 3


def test_retry_after_is_respected(provider: Provider) -> None:
    """A retry waits as long as the provider requests."""
    model, server = provider(failure(429, "slow down", headers={"retry-after": "1"}), message("Hello"))
    model(Prompt("Hi"))
    assert server.times[1] - server.times[0] >= 1.0


def test_too_long_wait_raises_model_unavailable(provider: Provider) -> None:
    """A requested wait above the limit raises ModelUnavailable."""
    model, server = provider(failure(429, "tomorrow", headers={"retry-after": "86400"}))
    with pytest.raises(ModelUnavailable, match="requests a wait of 86400 s"):
        model(Prompt("Hi"))
    assert len(server.asked) == 1


def test_number_of_attempts_is_limited(provider: Provider) -> None:
    """A server that keeps failing raises ModelUnavailable after the allowed attempts."""
    model, server = provider(failure(500, "broken"))
    with pytest.raises(ModelUnavailable, match="after 3 attempts"):
        model(Prompt("Hi"))
    assert len(server.asked) == 3


def test_timeouts_are_limited(provider: Provider) -> None:
    """A server that does not answer in time raises ModelUnavailable after the allowed attempts."""
    retry_policy = RetryPolicy(max_attempts=2, initial_wait_sec=0.01, timeout_sec=0.4)
    model, _ = provider(ServerResponse(b"", wait_sec=10.0), retry_policy=retry_policy)
    with pytest.raises(ModelUnavailable, match="after 2 attempts"):
        model(Prompt("Hi"))


@pytest.mark.parametrize(
    ("answer", "message_part"),
    [
        (failure(401, f"Incorrect API key provided: {KEY}"), "keyring set onscreen COMPATIBLE_API_KEY"),
        (failure(403, "forbidden"), "COMPATIBLE_API_KEY"),
        (failure(404, "no such model"), "no such model"),
        (failure(400, "too large a picture"), "rejected"),
        (failure(429, "no credit", code="insufficient_quota"), "quota is exhausted"),
        (ServerResponse(b"<html>Welcome</html>"), "not from a model server"),
    ],
)
def test_permanent_errors_are_not_retried(
    provider: Provider, answer: ServerResponse, message_part: str
) -> None:
    """A wrong key, an unknown model or a rejected request is not retried, and the error says what to do."""
    model, server = provider(answer)
    with pytest.raises(ModelUnavailable, match=message_part):
        model(Prompt("Hi"))
    assert len(server.asked) == 1


def test_unreachable_server_raises_model_unavailable() -> None:
    """An unreachable server raises ModelUnavailable after the allowed attempts."""
    model = compatible("tiny@http://127.0.0.1:9/v1", QUICK)
    with pytest.raises(ModelUnavailable, match=r"Connection error.*after 3 attempts"):
        model(Prompt("Hi"))
    model.close()


def test_key_is_never_exposed(provider: Provider) -> None:
    """The key appears in no repr, name, reply or error, even if the server echoes it."""
    model, server = provider(message("Hello"), failure(401, f"wrong key {KEY}"))
    reply = model(Prompt("Hi"))
    with pytest.raises(ModelUnavailable) as caught:
        model(Prompt("Hi"))
    assert server.keys[0] == f"Bearer {KEY}"
    assert KEY not in f"{model!r} {model.name} {reply!r} {caught.value}"
    with pytest.raises((TypeError, AttributeError)):
        pickle.dumps(model)


def test_key_is_read_from_the_keyring(
    provider: Provider, keyring_backend: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key in the keyring is used if the environment has none."""
    monkeypatch.delenv("COMPATIBLE_API_KEY")
    keyring_backend.set_password("onscreen", "COMPATIBLE_API_KEY", "from-the-keyring_backend")
    model, server = provider(message("Hello"))
    model(Prompt("Hi"))
    assert server.keys == ["Bearer from-the-keyring_backend"]


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("openai:gpt-5-mini", "OPENAI_API_KEY"),
        ("anthropic:claude-haiku-4-5", "ANTHROPIC_API_KEY"),
        ("google:gemini-2.5-flash", "GOOGLE_API_KEY"),
        ("mistral:mistral-small-latest", "MISTRAL_API_KEY"),
    ],
)
def test_missing_key_error_names_the_variable(name: str, variable: str) -> None:
    """Without a key the error names the variable and the keyring command."""
    with pytest.raises(ModelUnavailable, match=f"{variable}.*keyring set onscreen {variable}"):
        make_model(name)


@pytest.mark.parametrize(
    ("name", "prefix", "answer"),
    [
        ("openai:gpt-5-mini", "OPENAI", openai_choice("2: Delete")),
        ("anthropic:claude-haiku-4-5", "ANTHROPIC", anthropic_choice("2: Delete")),
    ],
)
def test_each_provider_is_called_by_its_own_api(
    monkeypatch: pytest.MonkeyPatch, name: str, prefix: str, answer: ServerResponse
) -> None:
    """Each provider's own API is used, and its tokens are counted and priced."""
    monkeypatch.setenv(f"{prefix}_API_KEY", KEY)
    with run_server(answer) as server:
        monkeypatch.setenv(f"{prefix}_BASE_URL", server.address.removesuffix("/v1" * (prefix != "OPENAI")))
        model = make_model(name)
        reply = model(CHOICE)
        model.close()
    assert reply.picked == (1,)
    assert (reply.tokens_in, reply.tokens_out) == (1000, 10)
    assert 0 < reply.cost_usd < 0.1


def test_ollama_is_called_at_its_address(monkeypatch: pytest.MonkeyPatch, provider: Provider) -> None:
    """Ollama is called at OLLAMA_BASE_URL, without a key."""
    _, server = provider(message("Hello"))
    monkeypatch.setenv("OLLAMA_BASE_URL", server.address)
    model = ollama("qwen3:4b")
    assert model(Prompt("Hi")).text == "Hello"
    assert model.name == "ollama:qwen3:4b"
    model.close()


@pytest.mark.parametrize("name", ["compatible:", "compatible:tiny", "compatible:tiny@ftp://x", "ollama:", ""])
def test_incomplete_names_are_rejected(name: str) -> None:
    """A name without model or address is rejected with an example."""
    with pytest.raises(BadText, match=r"expected|named"):
        make_model(name)


def test_unknown_kind_suggests_the_closest() -> None:
    """A misspelt kind gets a suggestion."""
    with pytest.raises(UnknownName, match="did you mean 'openai'"):
        make_model("opnai:gpt-5-mini")


def test_model_works_inside_a_running_event_loop(provider: Provider) -> None:
    """A model can be called from code that runs inside an event loop, as Playwright does."""
    model, _ = provider(message("Hello"))

    async def call_model() -> str:
        return model(Prompt("Hi")).text

    assert asyncio.run(call_model()) == "Hello"


def test_released_model_closes_its_connections(provider: Provider) -> None:
    """A garbage-collected model closes its connections and its thread."""
    _, server = provider(message("Hello"))
    model = compatible(f"tiny@{server.address}", QUICK)
    model(Prompt("Hi"))
    thread = model._session._thread
    del model
    gc.collect()
    assert not thread.is_alive()
