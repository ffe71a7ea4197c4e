"""What goes to a server: pictures, and what it has to know of them."""

import contextlib
import io
import json
import os
import secrets
import urllib.parse
from typing import IO, Any, Iterator, List, Mapping, Union

__all__ = ["Form", "Hierarchy", "Picture", "text"]

#: The bytes of a PNG or JPEG, the path of one, or a file that is open for reading as bytes. Files are sent as they are read.
Picture = Union[bytes, bytearray, memoryview, "os.PathLike[str]", IO[bytes]]

#: A page source as a tool wrote it, or what becomes one as JSON.
Hierarchy = Union[str, bytes, Mapping[str, Any], List[Any]]


def text(value: Any) -> bytes:
    """A part that is text: JSON of what is neither text nor bytes."""
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value)).encode()


class Form:
    """A form of parts, whose files are read each time that it is sent."""

    def __init__(self, parts: Mapping[str, Picture]):
        boundary = secrets.token_hex(16)
        self.type = f"multipart/form-data; boundary={boundary}"
        self._pieces: List[Union[bytes, _File]] = []
        for name, content in parts.items():
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{urllib.parse.quote(name)}"\r\n\r\n'
            self._pieces += [head.encode(), _readable(content), b"\r\n"]
        self._pieces.append(f"--{boundary}--\r\n".encode())
        self.length = sum(map(len, self._pieces))

    def __iter__(self) -> Iterator[bytes]:
        small: List[bytes] = []
        for piece in self._pieces:
            if isinstance(piece, bytes):
                small.append(piece)
                continue
            yield b"".join(small)
            small = []
            yield from piece
        yield b"".join(small)


class _File:
    """What is left of a file, as it was when the form was made."""

    def __init__(self, file: Union["os.PathLike[str]", IO[bytes]]):
        self._file = file
        if isinstance(file, os.PathLike):
            self._start, self._length = 0, os.stat(file).st_size
        else:
            self._start = file.tell()
            self._length = file.seek(0, io.SEEK_END) - self._start

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[bytes]:
        try:
            with open(self._file, "rb") if isinstance(self._file, os.PathLike) else contextlib.nullcontext(self._file) as file:
                file.seek(self._start)
                left = self._length
                while left:
                    chunk = file.read(min(left, 1 << 16))
                    if not chunk:
                        raise OSError("it became shorter")
                    left -= len(chunk)
                    yield chunk
        except OSError as error:
            # An error of this kind would be taken for one of the connection.
            raise ValueError(f"a file could not be read while it was sent: {error}") from error


def _readable(content: Picture) -> Union[bytes, _File]:
    if isinstance(content, (bytes, bytearray, memoryview)):
        return bytes(content)
    if isinstance(content, os.PathLike) or content.seekable():
        return _File(content)
    # It can be read once, and may have to be sent twice.
    return content.read()
