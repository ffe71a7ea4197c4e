import Testing

@Suite("Secrets in columns of tables are taken out, and told")
struct TextTablesTests {
    @Test(
        "a column whose heading is that of a secret, in every row",
        arguments: [
            ("name,token,role\nbob,flaming9,a\namy,\"flower7\",b", "flaming9", "flower7"),
            ("name;\"API key\";role\r\nbob;flaming9;a\r\namy;flower7;b\r\n", "flaming9", "flower7"),
            ("user\tpassword\nbob\tflaming9\namy\tflower7", "flaming9", "flower7"),
            (
                "Users:\n| user | Password |\n|:---|---:|\n| bob | `flaming9` |\n| amy | flower7 |\n", "flaming9",
                "flower7"
            ),
            ("id │ password\n───┼─────────\n 1 │ 'flaming9'\n 2 │ flower7", "flaming9", "flower7"),
            ("USER     PASSWORD  ROLE\nbob      flaming9  admin\namélie   flower7   dev", "flaming9", "flower7"),
            ("  user  password\n  ----  --------\n  bob   flaming9\n  amy    flower7\n", "flaming9", "flower7"),
            (#"{"feature":"| user | password |\n| bob | flaming9 |\n| amy | flower7 |"}"#, "flaming9", "flower7"),
            (#"[["user","password"],["bob","flaming9"],["amy","flower7"]]"#, "flaming9", "flower7"),
            (
                #"{"rows":[{"cells":["user","password"]},{"cells":["bob","flaming9"]},{"cells":["amy","flower7"]}]}"#,
                "flaming9", "flower7"
            ),
            (
                #"{"rows":[{"cells":[{"value":"pin"}]},{"cells":[{"value":"493817"}]},{"cells":[{"value":"728164"}]}]}"#,
                "493817", "728164"
            ),
            (
                #"""
                {"tableHeader":{"location":{"line":3},"cells":[{"value":"user"},{"value":"password"}]},
                "tableBody":[{"cells":[{"value":"bob"},{"value":"flaming9"}]},{"cells":[{"value":"amy"},{"value":"flower7"}]}]}
                """#,
                "flaming9", "flower7"
            ),
            (#"{"columns":["user","password"],"data":[["bob","flaming9"],["amy","flower7"]]}"#, "flaming9", "flower7"),
            (
                """
                <table><thead><tr><th>User</th><th>Password</th></tr></thead>
                <tr><td>bob</td><td><b>flaming9</b></td></tr><tr><td>amy</td><td>flower7</td></tr></table>
                """,
                "flaming9", "flower7"
            ),
            (
                """
                <table><tr><td>Users</td></tr><tr><th>User</th><th>Role</th><th>Password</th></tr>
                <tr><td>bob</td><td></td><td>flaming9</td></tr><tr><td>amy</td><td>a</td><td>flower7</td></tr></table>
                """,
                "flaming9", "flower7"
            ),
        ]
    )
    func columns(text: String, first: String, second: String) throws {
        let expected = text.replacing(first, with: "[secret]").replacing(second, with: "[secret]")
        #expect(try redacted(text) == expected)
    }

    @Test("a number of JSON becomes a string")
    func number() throws {
        let text = #"[["user","pin"],["bob",493817],["amy",12]]"#
        #expect(try redacted(text) == #"[["user","pin"],["bob","[secret]"],["amy",12]]"#)
    }

    @Test("what a column told is known elsewhere")
    func told() throws {
        let text = "| user | password |\n| bob | flaming-9x |\n\nthe word of bob is flaming-9x"
        #expect(try redacted(text) == "| user | password |\n| bob | [secret] |\n\nthe word of bob is [secret]")
    }

    @Test(
        "other columns, words, and lines behind a table stay",
        arguments: [
            "| user | role |\n| bob | admin9 |", "| code | status |\n| base64-malformed | 400 |",
            "| user | password |\n| bob | valid |",
            "| user | password |\n\n| bob | flaming9 |", "| user | password |\n| bob | a | flaming9 |",
            "a,b\nEnter user, password\nLine 9, column9", "USER     PASSWORD\nbob9     valid    step7",
            "USER     PASSWORD\nbob9 x7  valid", #"[["user","role"],["bob","admin9"]]"#,
            #"[["user","password"],["bob","x","admin9"]]"#, #"{"a":["user","password"],"b":["bob","admin9"]}"#,
            "<table><tr><th>User</th><th>Role</th></tr><tr><td>bob</td><td>admin9</td></tr></table>",
            "<table><tr><th>Password</th></tr></table><table><tr><td>step7</td></tr></table>",
        ]
    )
    func others(text: String) throws {
        #expect(try redacted(text) == text)
    }

    @Test("a table of many rows and columns is searched once", arguments: ["|", "\t", "  ", ","])
    func work(separator: String) throws {
        let row = Array(repeating: "password", count: 500).joined(separator: separator)
        let text = Array(repeating: row, count: 200).joined(separator: "\n")
        #expect(try redacted(text) == text)
    }
}
