"""Changes to a sealed file, each by a seed, after which it may not open."""

import random


def mutated(data, seed):
    """The file with one to three changes by chance, which do not cancel each other out."""
    chance, result = random.Random(seed), bytearray(data)
    while bytes(result) == data:
        for _ in range(chance.randint(1, 3)):
            result = chance.choice(CHANGES)(result, chance)
    return bytes(result)


def place(data, chance):
    """A place, half of the time in the header, where the grammar is."""
    header = data.find(b"\n---") + 80
    return chance.randrange(min(header, len(data)) if chance.random() < 0.5 else len(data)) if data else 0


def flip(data, chance):
    if data:
        data[place(data, chance)] ^= 1 << chance.randrange(8)
    return data


def replace(data, chance):
    at = place(data, chance)
    data[at : at + 1] = chance.choice([b"\0", b"\n", b"\r\n", b" ", b"\xff", b"-", b"=", bytes([chance.randrange(256)])])
    return data


def cut(data, chance):
    return data[: place(data, chance)]


def remove(data, chance):
    at = place(data, chance)
    del data[at : at + chance.choice([1, 2, 16, 48, 65552])]
    return data


def insert(data, chance):
    at = place(data, chance)
    data[at:at] = chance.randbytes(chance.choice([1, 16, 64, 70_000]))
    return data


def repeat(data, chance):
    at, count = place(data, chance), chance.choice([1, 16, 64, 200, 65552])
    data[at:at] = data[at : at + count]
    return data


def exchange(data, chance):
    """Exchanges two parts, as whoever sorts chunks anew would do."""
    count = chance.choice([1, 16, 43, 65552])
    first, second = sorted((place(data, chance), place(data, chance)))
    if first + count <= second and second + count <= len(data):
        data[first : first + count], data[second : second + count] = data[second : second + count], data[first : first + count]
    return data


def append(data, chance):
    return data + chance.choice([b"\n", b"\0", data[-16:], chance.randbytes(17), data])


def move_lines(data, chance):
    lines = bytes(data).split(b"\n")
    first, second = chance.randrange(min(6, len(lines))), chance.randrange(min(6, len(lines)))
    lines[first], lines[second] = lines[second], lines[first]
    return bytearray(b"\n".join(lines))


CHANGES = [flip, flip, replace, cut, remove, insert, repeat, exchange, append, move_lines]
