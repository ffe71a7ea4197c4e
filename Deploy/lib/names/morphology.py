"""The dictionary of pymorphy3: Russian words in all their forms. Its graph is that of the dawgdic library."""
import base64
import json
import struct
from pathlib import Path


class Morphology:
    """The Russian dictionary: a graph of forms, and what each form is."""

    def __init__(self, folder: Path):
        data = (folder / "words.dawg").read_bytes()
        count = struct.unpack_from("<I", data)[0]
        self.units = struct.unpack_from(f"<{count}I", data, 4)
        place = 4 + 4 * count
        size = struct.unpack_from("<I", data, place)[0]
        self.guide = data[place + 4 : place + 4 + 2 * size]
        self.tags = json.loads((folder / "gramtab-opencorpora-int.json").read_text())
        content = (folder / "paradigms.array").read_bytes()
        place, self.paradigms = 2, []
        for _ in range(struct.unpack_from("<H", content)[0]):
            length = struct.unpack_from("<H", content, place)[0]
            self.paradigms.append(struct.unpack_from(f"<{length}H", content, place + 2))
            place += 2 + 2 * length

    def forms(self):
        """Each form with a tag."""
        units, guide = self.units, self.guide
        stack = [(0, b"")]
        while stack:
            index, key = stack.pop()
            unit = units[index]
            offset = unit >> 10 << ((unit & 1 << 9) >> 6)
            # Bit 8 says that a value follows.
            if unit >> 8 & 1 and b"\x01" in key:
                word, _, value = key.partition(b"\x01")
                paradigm, form = struct.unpack(">HH", base64.b64decode(value))
                ids = self.paradigms[paradigm]
                yield word.decode(), self.tags[ids[len(ids) // 3 + form]]
            label = guide[2 * index]
            while label:
                child = index ^ offset ^ label
                if units[child] & (1 << 31 | 0xFF) != label:
                    break
                stack.append((child, key + bytes([label])))
                label = guide[2 * child + 1]
