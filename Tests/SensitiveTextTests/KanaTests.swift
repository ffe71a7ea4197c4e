import SensitiveText
import Testing

@Suite("Kana that were read as Chinese")
struct KanaTests {
    private func findings(_ line: String, isRecognised: Bool = true) throws -> [String] {
        try Screen(line).findings(isRecognised: isRecognised)
    }

    @Test(
        "are captions that name values",
        arguments: [
            ("八又7-F:Unique2476$", "password: Unique2476$"),
            ("八又一下|eagle-pencil-51", "password: eagle-pencil-51"),
            ("乜丰₁∪于1∃-F:873", "cardSecurityCode: 873"),
            ("七≠1∪于1∃-F|4309", "cardSecurityCode: 4309"),
            ("乜≠1∪于1-F4309", "cardSecurityCode: 4309"),
            ("八z-F-eagle-pencil-51", "password: eagle-pencil-51"),
            ("也≠1J于1∃-F4309", "cardSecurityCode: 4309"),
            ("八又7-F t Garden7702*c寸", "password: Garden7702*c"),
            ("确忆二一下|706452", "oneTimeCode: 706452"),
            ("71于>八-|590041212278", "nationalNumber: 590041212278"),
            ("1996年04月08日生主九", "dateOfBirth: 1996年04月08日"),
        ]
    )
    func captions(line: String, finding: String) throws {
        #expect(try findings(line) == [finding])
        #expect(try findings(line, isRecognised: false).isEmpty)
    }

    @Test(
        "name nothing where they are of no label, and a caption is no name",
        arguments: ["久一水>一下|706452", "八口一下|eagle-pencil-51", "名前|力一下番号", "名前|力一卜番号", "二一|4309", "八又7-F寸8位英数字"]
    )
    func others(line: String) throws {
        #expect(try findings(line) == [])
    }
}
