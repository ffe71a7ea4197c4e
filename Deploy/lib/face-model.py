#!/usr/bin/env python3
"""Usage: face-model.py CENTERFACE RESULT

Rewrites the ONNX file of CenterFace so that it takes pictures of any size: the file fixes width and height, and names its
weights among its inputs, which keeps a runtime from working them into the network. Nothing else changes.
"""
import sys
from pathlib import Path

from wire import field, fields

PICTURE = "input.1"
# Numbers of fields in onnx.proto.
MODEL_GRAPH = 7
GRAPH_INPUT, GRAPH_OUTPUT = 11, 12
VALUE_NAME, VALUE_TYPE = 1, 2
TYPE_TENSOR, TENSOR_SHAPE, SHAPE_DIMENSION, DIMENSION_NAME = 1, 2, 1, 2


def rewritten(message: bytes, *rules) -> bytes:
    """A message with the contents of some fields replaced: each rule is a number and a function that makes a content."""
    by_number = dict(rules)
    return b"".join(
        field(number, by_number[number](content)) if number in by_number else whole
        for number, content, whole in fields(message)
    )


def any_size(value: bytes) -> bytes:
    """A tensor of an input or output with names for its first, third and fourth dimension."""

    def shape(content: bytes) -> bytes:
        whole = [whole for number, _, whole in fields(content) if number == SHAPE_DIMENSION]
        for index, name in ((0, b"pictures"), (2, b"rows"), (3, b"columns")):
            # Rows and columns of a map are others than those of the picture.
            name = name if is_picture(value) else b"map-" + name
            whole[index] = field(SHAPE_DIMENSION, field(DIMENSION_NAME, name))
        return b"".join(whole)

    return rewritten(value, (VALUE_TYPE, lambda type_: rewritten(
        type_, (TYPE_TENSOR, lambda tensor: rewritten(tensor, (TENSOR_SHAPE, shape))))))


def is_picture(value: bytes) -> bool:
    """Whether a value is the picture that the network looks at."""
    return any(number == VALUE_NAME and content == PICTURE.encode() for number, content, _ in fields(value))


def graph(message: bytes) -> bytes:
    """The network with the picture as its only input."""
    kept = (
        whole for number, content, whole in fields(message) if number != GRAPH_INPUT or is_picture(content)
    )
    return rewritten(b"".join(kept), (GRAPH_INPUT, any_size), (GRAPH_OUTPUT, any_size))


def main():
    """Rewrites the file that is named."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, target = map(Path, sys.argv[1:])
    try:
        target.write_bytes(rewritten(source.read_bytes(), (MODEL_GRAPH, graph)))
    except ValueError as error:
        sys.exit(f"{source}: {error}")


main()
