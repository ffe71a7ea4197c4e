#!/usr/bin/env python3
"""Usage: script-model.py TRAINEDDATA MODEL CHARACTERS

Rewrites the network of a language or script of Tesseract (4.1, tessdata_fast) as an ONNX file, and the characters that it
tells as a text file. All of these networks have the same layers: a convolution, the greatest of each three by three, an LSTM
down each column, three along the line, and the probability of each class for each three columns of a line.

The first line of CHARACTERS holds the rows of a line as the network takes it, and the class of no character. Each other line
holds the classes of a character, which follow each other along the line, and the character.

What is read is described by Tesseract's sources: ccutil/tessdatamanager.h, lstm/network.cpp and what derives from it,
lstm/weightmatrix.cpp, ccutil/unicharcompress.h, ccutil/unicharset.cpp.
"""
import array
import struct
import sys
from pathlib import Path

from wire import field

# Indices of what a file of Tesseract holds.
NETWORK, CHARACTERS, CODES = 17, 21, 22
# Weights are whole numbers, with a scale for each row.
INT8, DOUBLE_SCALES = 1, 128
# What holds layers tells how fast each of them learned.
LEARNING_RATES = 64
# Numbers of fields in onnx.proto.
MODEL_VERSION, MODEL_PRODUCER, MODEL_GRAPH, MODEL_OPERATORS = 1, 2, 7, 8
OPERATORS_VERSION = 2
GRAPH_NODE, GRAPH_NAME, GRAPH_INITIALIZER, GRAPH_INPUT, GRAPH_OUTPUT = 1, 2, 5, 11, 12
NODE_INPUT, NODE_OUTPUT, NODE_OPERATOR, NODE_ATTRIBUTE = 1, 2, 4, 5
ATTRIBUTE_NAME, ATTRIBUTE_INT, ATTRIBUTE_STRING, ATTRIBUTE_INTS, ATTRIBUTE_TYPE = 1, 3, 4, 8, 20
TENSOR_DIMENSION, TENSOR_TYPE, TENSOR_NAME, TENSOR_DATA = 1, 2, 8, 9
VALUE_NAME, VALUE_TYPE = 1, 2
TYPE_TENSOR, TYPE_ELEMENT, TYPE_SHAPE, SHAPE_DIMENSION, DIMENSION_VALUE, DIMENSION_NAME = 1, 1, 2, 1, 1, 2
FLOAT, INT64 = 1, 7
# The shares of red, green and blue in grey.
SHARES = (0.299, 0.587, 0.114)
# Columns and rows of which the network takes the greatest.
POOLED = 3


class Reader:
    """Reads numbers, one after the other."""

    def __init__(self, data: bytes):
        self.data, self.place = data, 0

    def bytes(self, count: int) -> bytes:
        content = self.data[self.place : self.place + count]
        if len(content) < count:
            raise ValueError("the file ends too early")
        self.place += count
        return content

    def number(self, form: str = "i"):
        return self.numbers(form, 1)[0]

    def numbers(self, form: str, count: int) -> tuple:
        form = f"<{count}{form}"
        return struct.unpack(form, self.bytes(struct.calcsize(form)))

    def text(self) -> str:
        return self.bytes(self.number("I")).decode()


class Matrix:
    """Weights: rows of numbers."""

    def __init__(self, reader: Reader):
        if reader.number("B") & (INT8 | DOUBLE_SCALES) != INT8 | DOUBLE_SCALES:
            raise ValueError("weights are no whole numbers")
        rows, columns = reader.numbers("I", 2)
        reader.bytes(1)
        weights = reader.numbers("b", rows * columns)
        scales = reader.numbers("d", reader.number("I"))
        self.rows = [
            [weight * scales[row] for weight in weights[row * columns : (row + 1) * columns]] for row in range(rows)
        ]


class Layers:
    """The layers that have weights, in the order in which they come."""

    def __init__(self, reader: Reader):
        self.kinds, self.matrices, self.rows = [], [], 0
        self.read(reader)

    def read(self, reader: Reader):
        if reader.number("b") != 0:
            raise ValueError("a layer has no name")
        kind = reader.text()
        reader.bytes(2)
        flags, inputs, _, _ = reader.numbers("i", 4)
        reader.text()
        if kind == "Input":
            self.rows = reader.numbers("i", 5)[1]
        elif kind in ("Convolve", "Maxpool"):
            if reader.numbers("i", 2) != ((1, 1) if kind == "Convolve" else (POOLED, POOLED)):
                raise ValueError(f"{kind} is of another size")
        elif kind in ("Series", "RTLReversed", "XYTranspose"):
            for _ in range(reader.number("I")):
                self.read(reader)
            if flags & LEARNING_RATES:
                reader.numbers("f", reader.number("I"))
        elif kind in ("LSTM", "SummLSTM"):
            reader.number()
            gates = [Matrix(reader) for _ in range(4)]
            if len(gates[0].rows[0]) != inputs + len(gates[0].rows) + 1:
                raise ValueError("an LSTM looks along two directions")
            self.matrices.append(gates)
        elif kind in ("Tanh", "Softmax"):
            self.matrices.append(Matrix(reader))
        else:
            raise ValueError(f"a layer {kind} is unknown")
        self.kinds.append(kind)


# How the layers of all networks end, one after the other.
KINDS = [
    "Input", "Convolve", "Tanh", "Series", "Maxpool", "SummLSTM", "XYTranspose",
    "LSTM", "LSTM", "RTLReversed", "LSTM", "Softmax", "Series",
]


class Graph:
    """An ONNX graph that is written node by node."""

    def __init__(self):
        self.nodes, self.tensors = b"", b""

    def constant(self, name: str, shape: tuple, values: list, kind: int = FLOAT) -> str:
        data = array.array("f" if kind == FLOAT else "q", values)
        if sys.byteorder == "big":
            data.byteswap()
        tensor = b"".join(field(TENSOR_DIMENSION, size) for size in shape) + field(TENSOR_TYPE, kind)
        self.tensors += field(GRAPH_INITIALIZER, tensor + field(TENSOR_NAME, name) + field(TENSOR_DATA, data.tobytes()))
        return name

    def add(self, operator: str, inputs: list, output: str | list, **attributes) -> str:
        outputs = [output] if isinstance(output, str) else output
        node = b"".join(field(NODE_INPUT, name) for name in inputs)
        node += b"".join(field(NODE_OUTPUT, name) for name in outputs) + field(NODE_OPERATOR, operator)
        for name, value in attributes.items():
            content = field(ATTRIBUTE_NAME, name)
            if isinstance(value, int):
                content += field(ATTRIBUTE_INT, value) + field(ATTRIBUTE_TYPE, 2)
            elif isinstance(value, str):
                content += field(ATTRIBUTE_STRING, value) + field(ATTRIBUTE_TYPE, 3)
            else:
                content += b"".join(field(ATTRIBUTE_INTS, each) for each in value) + field(ATTRIBUTE_TYPE, 7)
            node += field(NODE_ATTRIBUTE, content)
        self.nodes += field(GRAPH_NODE, node)
        return outputs[-1]

    def lstm(self, name: str, gates: list, sequence: str, outputs: list, direction: str = "forward") -> str:
        """An LSTM: the gates of Tesseract are cell, input, forget and output, those of ONNX input, output, forget and cell."""
        rows = [row for gate in (1, 3, 2, 0) for row in gates[gate].rows]
        size = len(gates[0].rows)
        inputs = len(rows[0]) - size - 1
        weights = self.constant(f"{name}-w", (1, 4 * size, inputs), [each for row in rows for each in row[:inputs]])
        recurrent = self.constant(f"{name}-r", (1, 4 * size, size), [each for row in rows for each in row[inputs:-1]])
        biases = self.constant(f"{name}-b", (1, 8 * size), [row[-1] for row in rows] + [0] * 4 * size)
        return self.add(
            "LSTM", [sequence, weights, recurrent, biases], outputs, hidden_size=size, direction=direction
        )

    def written(self, inputs: tuple, outputs: tuple) -> bytes:
        graph = self.nodes + field(GRAPH_NAME, "line") + self.tensors
        graph += field(GRAPH_INPUT, value(*inputs)) + field(GRAPH_OUTPUT, value(*outputs))
        return (
            field(MODEL_VERSION, 8) + field(MODEL_PRODUCER, "snapveil") + field(MODEL_GRAPH, graph)
            + field(MODEL_OPERATORS, field(OPERATORS_VERSION, 13))
        )


def value(name: str, *shape) -> bytes:
    """An input or output: dimensions are sizes, or names where any size is."""
    dimensions = b"".join(
        field(SHAPE_DIMENSION, field(DIMENSION_VALUE if isinstance(size, int) else DIMENSION_NAME, size)) for size in shape
    )
    tensor = field(TYPE_ELEMENT, FLOAT) + field(TYPE_SHAPE, dimensions)
    return field(VALUE_NAME, name) + field(VALUE_TYPE, field(TYPE_TENSOR, tensor))


def network(layers: Layers) -> bytes:
    """The network as ONNX: from red, green and blue of a line to a probability for each class of each step."""
    convolution, down, first, backwards, last, classes = layers.matrices
    graph = Graph()
    # The kernel is written column by column.
    kernel = [
        row[column * 3 + line] * share
        for row in convolution.rows for share in SHARES for line in range(3) for column in range(3)
    ]
    size = len(convolution.rows)
    graph.constant("kernel", (size, 3, 3, 3), kernel)
    graph.constant("kernel-b", (size,), [row[-1] for row in convolution.rows])
    graph.add("Conv", ["line", "kernel", "kernel-b"], "edges", pads=[1, 1, 1, 1])
    graph.add("Tanh", ["edges"], "bounded")
    graph.add("MaxPool", ["bounded"], "pooled", kernel_shape=[POOLED] * 2, strides=[POOLED] * 2)
    graph.add("Squeeze", ["pooled", graph.constant("first", (1,), [0], INT64)], "features")
    # Rows, columns, features: what is in a column is one sequence.
    graph.add("Transpose", ["features"], "columns", perm=[1, 2, 0])
    graph.lstm("down", down, "columns", ["", "summaries"])
    sequence = graph.add("Transpose", ["summaries"], "steps", perm=[1, 0, 2])
    graph.constant("second", (1,), [1], INT64)
    for name, gates, direction in (
        ("along", first, "forward"), ("back", backwards, "reverse"), ("again", last, "forward"),
    ):
        graph.lstm(name, gates, sequence, [f"{name}-all"], direction)
        sequence = graph.add("Squeeze", [f"{name}-all", "second"], f"{name}-steps")
    graph.add("Transpose", [sequence], "line-steps", perm=[1, 0, 2])
    inputs, count = len(classes.rows[0]) - 1, len(classes.rows)
    graph.constant("classes", (inputs, count), [row[index] for index in range(inputs) for row in classes.rows])
    graph.constant("classes-b", (count,), [row[-1] for row in classes.rows])
    graph.add("MatMul", ["line-steps", "classes"], "products")
    graph.add("Add", ["products", "classes-b"], "evidence")
    graph.add("Softmax", ["evidence"], "probabilities", axis=2)
    return graph.written(("line", 1, 3, layers.rows, "width"), ("probabilities", 1, "steps", count))


def parts(data: bytes) -> dict:
    """What a file of Tesseract holds, by its index."""
    reader = Reader(data)
    places = reader.numbers("q", reader.number())
    ends = sorted(place for place in places if place >= 0)[1:] + [len(data)]
    known = sorted((place, index) for index, place in enumerate(places) if place >= 0)
    return {index: data[place:end] for (place, index), end in zip(known, ends)}


def characters(characters: bytes, codes: bytes, rows: int, none: int) -> str:
    """The lines of the file of characters."""
    names = characters.decode().split("\n")
    names = [line.split(" ")[0] for line in names[1 : int(names[0]) + 1]]
    reader = Reader(codes)
    lines = {}
    for index in range(reader.number("I")):
        reader.bytes(1)
        code = reader.numbers("i", reader.number("I"))
        # The first is the space, the next two are none that is read. Of some with the same classes, the first is meant.
        if index not in (1, 2) and code != (none,) and index < len(names):
            lines.setdefault(code, " " if index == 0 else names[index])
    return f"{rows} {none}\n" + "".join(f"{','.join(map(str, code))} {name}\n" for code, name in lines.items())


def main():
    """Rewrites the file that is named."""
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    source, model, table = map(Path, sys.argv[1:])
    try:
        found = parts(source.read_bytes())
        reader = Reader(found[NETWORK])
        layers = Layers(reader)
        if layers.kinds != KINDS:
            raise ValueError("the network has other layers")
        # The layers in words, flags, and how often was trained.
        reader.text()
        reader.numbers("i", 3)
        model.write_bytes(network(layers))
        table.write_text(characters(found[CHARACTERS], found[CODES], layers.rows, reader.number()))
    except (KeyError, ValueError) as error:
        sys.exit(f"{source}: {error}")


main()
