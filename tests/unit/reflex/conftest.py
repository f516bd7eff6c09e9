"""A small word-piece vocabulary for tests of the network's inputs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from onscreen_reflex.word_pieces import WordPieces

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


@pytest.fixture(scope="session")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> WordPieces:
    """WordPieces that are single letters and digits, and a few words."""
    words = ["[UNK]", *LETTERS, *(f"##{letter}" for letter in LETTERS), "save", "delete", "name"]
    tokenizer = Tokenizer(WordPiece({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    path: Path = tmp_path_factory.mktemp("vocabulary") / "tokenizer.json"
    tokenizer.save(str(path))
    return WordPieces(path)
