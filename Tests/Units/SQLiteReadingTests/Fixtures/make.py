#!/usr/bin/env python3
"""Makes the databases beside this file, with Python's sqlite3: Tests/SQLiteReadingTests/Fixtures/make.py

Each has a table as backups of devices have it, and most have one more. SQLiteDatabaseTests.swift knows the rows by number.
"""

import pathlib
import sqlite3

HERE = pathlib.Path(__file__).parent
TABLE = "CREATE TABLE Files (fileID TEXT PRIMARY KEY, domain TEXT, relativePath TEXT, flags INTEGER, file BLOB)"
FLAGS = [0, 1, 2, -1, 127, -128, 300, 70_000, -8_388_608, 2_147_483_648, 140_737_488_355_328, -9_223_372_036_854_775_808]


def row(number):
    """The row of a number: some have paths and bytes that go on in other pages."""
    path = f"Library/é/{number}" + "x" * (0, 10, 0, 700, 0, 30, 3000)[number % 7]
    return f"{number:040x}", f"AppDomain-com.example.app{number % 3}", path, FLAGS[number % len(FLAGS)], b"\7" * (number * 37 % 900)


def make(name, page_size, rows, table=TABLE, encoding="UTF-8", more=True):
    path = HERE / name
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA page_size = {page_size}")
    connection.execute(f"PRAGMA encoding = '{encoding}'")
    connection.execute(table)
    if more:
        connection.execute("CREATE INDEX FilesDomainIdx ON Files(domain)")
        connection.execute('CREATE TABLE "Properties" (key TEXT PRIMARY KEY, value BLOB)')
    connection.executemany("INSERT INTO Files VALUES (?, ?, ?, ?, ?)", map(row, range(rows)))
    return connection


def close(connection):
    connection.commit()
    connection.close()


close(make("small-pages.db", 512, 60))
close(make("usual-pages.db", 4096, 40))
close(make("largest-pages.db", 65536, 20, more=False))
close(make("utf16.db", 512, 1, encoding="UTF-16le"))
close(make("without-rowid.db", 512, 3, TABLE + " WITHOUT ROWID"))
with_holes = make("with-holes.db", 1024, 50)
with_holes.execute("DELETE FROM Files WHERE rowid % 2 = 0")
with_holes.execute("ALTER TABLE Files ADD COLUMN added TEXT")
with_holes.execute("INSERT INTO Files VALUES ('f', NULL, 7, 1.5, NULL, 'new')")
close(with_holes)
