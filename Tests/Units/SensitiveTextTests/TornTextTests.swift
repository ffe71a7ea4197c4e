import SensitiveText
import Testing

@Suite("What stands close to a value")
struct TornTextTests {
    @Test(
        "is none of it, where a label is before or behind a colon",
        arguments: [
            ("IMEI 1:359146791158767", "imei: 359146791158767"),
            ("5180395435619460:71Dn 70", "card: 5180395435619460"),
            ("FE-15-9B-B1-C5-FD:71Dn", "macAddress: FE-15-9B-B1-C5-FD"),
            (":17-C3-29-A8-33-0C", "macAddress: 17-C3-29-A8-33-0C"),
            ("glpat -boevcUtlRIgWpMGF00hW noλ", "secret: glpat -boevcUtlRIgWpMGF00hW"),
        ]
    )
    func colons(text: String, finding: String) throws {
        #expect(try Screen(text).findings(isRecognised: true) == [finding])
    }

    @Test(
        "makes it another number",
        arguments: [
            "1:359146791158767", "12:34:5180395435619460:71", "FE-15-9B:B1-C5-FD:71", "plat -boevcUtlRIgWpMGF00hW",
        ]
    )
    func others(text: String) throws {
        #expect(try Screen(text).findings(isRecognised: true) == [])
    }

    @Test("has small first numbers in a version, which no address has that is secret")
    func versions() throws {
        #expect(try Screen("2.7.144.12", "8.8.8.8").findings() == [])
        #expect(try Screen("62.7.144.12").findings() == ["ipAddress: 62.7.144.12"])
        #expect(try Screen("IP|2.7.144.12").findings() == ["ipAddress: 2.7.144.12"])
    }

    @Test("are no digits of one number, in the cells of a column that has no caption")
    func columns() throws {
        var screen = Screen()
        for (row, number) in ["123", "240", "209", "235", "384", "662", "144"].enumerated() {
            screen.place(number, x: 500, y: 20 + 35 * row, height: 20)
            screen.place("Zeile", x: 20, y: 20 + 35 * row, height: 20)
        }
        #expect(try screen.findings(isRecognised: true) == [])
        #expect(try Screen("Social insurance number", "384 662 144").findings() == ["nationalNumber: 384 662 144"])
    }

    @Test("is an address of a wallet without digits if it has its length, and a word with capitals is not")
    func wallets() throws {
        let address = "TdMREoBbYQSPYTohBcfXdhbdAbxpKPVpGP"
        #expect(try Screen(address).findings(isRecognised: true) == ["cryptoAddress: \(address)"])
        #expect(try Screen(String(address.dropLast(2)), "TheQuickBrownFoxJumpsOverTheLazyDo").findings() == [])
    }
}
