import BoundedWork
import Detection
import Foundation
import ImageCore
import Samples
import SecureMemory
import StrictJSON
import Testing

@testable import Redaction

@Suite("Targets are found by looking at the picture")
struct SightTargetTests {
    private static let detector = Result { try Detector(models: Models.directory) }

    @Test("all text is covered, in a PNG and a JPEG, and the receipt says how it was found", arguments: ["png", "jpg"])
    func allText(fileExtension: String) throws {
        let receipt = try redact(.iosLogin, #"{"text": "all"}"#, fileExtension).receipt
        #expect(receipt.detected == true)
        #expect(receipt.lookedFor == ["text"])
        #expect(receipt.models == ["PP-OCRv6 tiny, Tesseract 4.1"])
        #expect(receipt.assurance == .erased)
        #expect(receipt.matches == [.init(rule: 0, count: receipt.covered.count)])
        for covered in receipt.covered {
            #expect(covered.found == "text" && covered.kind == nil && covered.target == "text")
            #expect(covered.reason == .look)
            #expect(0.5...1 ~= covered.score ?? 0)
        }
        // As drawn: from the clock to the code.
        let lines = [
            (80, 60, 88, 32), (935, 60, 162, 32), (50, 200, 272, 80), (95, 375, 632, 45), (95, 711, 322, 45),
            (512, 915, 154, 38), (98, 1120, 376, 44), (98, 1215, 668, 50), (98, 1312, 236, 44), (48, 1455, 430, 34),
        ]
        for (x, y, width, height) in lines {
            let (middleX, middleY) = (x + width / 2, y + height / 2)
            let hits = receipt.covered.map(\.rect).filter { rect in
                rect.x <= x + 4 && rect.x + rect.width >= x + width - 4 && rect.y <= middleY
                    && rect.y + rect.height > middleY && rect.x <= middleX
            }
            #expect(hits.count == 1, "\(x),\(y)")
        }
    }

    @Test("of each kind what is there is covered, and no more")
    func kinds() throws {
        let receipt = try redact(.webProfile, #"{"text": {"kinds": ["email", "phone"]}}"#).receipt
        #expect(receipt.covered.map(\.kind).filter { $0 == "email" }.count == 5)
        #expect(receipt.covered.map(\.kind).filter { $0 == "phone" }.count == 1)
        #expect(receipt.covered.count == 6)
        let addresses = receipt.covered.filter { $0.kind == "email" }.map(\.rect)
        #expect(addresses.contains { (165...172).contains($0.x) && (366...376).contains($0.x + $0.width) })
    }

    @Test("a label leads to its value, a regular expression to a part of a line, and that to all of it")
    func patterns() throws {
        let code = try redact(.iosLogin, #"{"text": {"beside": "(?i)one-time code"}}"#).receipt.covered
        let first = try #require(code.first)
        #expect(code.count == 1 && first.rect.x > 300 && first.rect.y > 1430)
        let amount = try redact(.iosLogin, #"{"text": {"matches": "\\d{4},\\d{2}"}}"#).receipt.covered
        let part = try #require(amount.first)
        #expect(amount.count == 1 && part.rect.x + part.rect.width < 320)
        let line = try redact(.iosLogin, #"{"text": {"matches": "\\d{4},\\d{2}", "extent": "line"}}"#).receipt.covered
        #expect(line.count == 1 && line[0].rect.width > part.rect.width)
    }

    @Test(
        "text in scripts with readers of their own is read",
        arguments: [
            ("رقم الهاتف المحمول", "الهاتف"), ("Номер банковской карты", "банковской"), ("आपका पूरा नाम", "पूरा नाम"),
            ("비밀번호를 잊으셨나요?", "비밀번호"), ("מספר כרטיס אשראי", "כרטיס אשראי"), ("メールアドレスを入力", "アドレス"),
            ("หมายเลขโทรศัพท์", "โทรศัพท์"),
        ]
    )
    func scripts(line: String, part: String) throws {
        let screen = try DrawnScreen.png([line, "Account settings"])
        let receipt = try redact(screen, #"{"text": {"matches": "\#(part)", "extent": "line"}}"#).receipt
        #expect(receipt.covered.count == 1 && receipt.covered[0].rect.y < 100 && receipt.warnings == nil)
    }

    @Test("in a line that begins on the right, the value to the left of its label is covered")
    func rightToLeft() throws {
        let screen = try DrawnScreen.png(["الرقم السري: 471193", "كلمة المرور", "Account settings"])
        for target in [#"{"text": {"kinds": ["pin"]}}"#, #"{"text": {"matches": "\\d+"}}"#] {
            let covered = try redact(screen, target).receipt.covered
            let label = try redact(screen, #"{"text": {"matches": "السري"}}"#).receipt.covered
            #expect(covered.count == 1 && label.count == 1)
            #expect(covered[0].rect.y < 100 && covered[0].rect.x + covered[0].rect.width <= label[0].rect.x)
        }
    }

    @Test("lines in a script that is not read are told of, and covered where that is asked for")
    func unread() throws {
        let georgian = [
            "მომხმარებლის სრული სახელი", "მობილური ტელეფონის ნომერი", "ელექტრონული ფოსტა",
            "დაბადების თარიღი და ადგილი",
        ]
        let screen = try DrawnScreen.png(georgian + ["Account settings", "Send a message"])
        let covered = try redact(screen, #"{"text": "unread"}"#).receipt
        // Words that stand apart are lines of their own.
        #expect(Set(covered.covered.map { $0.rect.y / 100 }) == [0, 1, 2, 3])
        let count = covered.covered.count
        #expect(covered.warnings == nil)
        let sensitive = try redact(screen, #"{"text": "sensitive"}"#).receipt
        #expect(sensitive.warnings?.count == 1)
        #expect(sensitive.warnings?[0].hasPrefix("\(count) lines of text could not be read") == true)
        #expect(try redact(screen, #"{"text": "all"}"#).receipt.warnings == nil)
        // What is kept, or passed over as it is low, is not covered; what something else covers is.
        for (target, rule, keep) in [
            (#"{"text": "sensitive"}"#, "", #", "keep": [{"text": "unread"}]"#),
            (#"{"text": "unread"}"#, #", "minimumHeight": 500"#, ""),
            (#"{"text": "unread"}"#, "", #", "keep": [{"text": "all"}]"#),
        ] {
            let warnings = try redact(screen, target, rule: rule, keep: keep).receipt.warnings
            #expect(warnings?.first?.hasPrefix("\(count) lines of text could not be read") == true)
        }
        let everywhere = ##"{"text": "sensitive"}, "style": {"fill": {"color": "#000"}}}, {"target": "screen""##
        #expect(try redact(screen, everywhere).receipt.warnings == nil)
        #expect(try redact(.iosLogin, #"{"text": "unread"}"#).receipt.covered.isEmpty)
        #expect(try redact(.iosLogin, #"{"text": "sensitive"}"#).receipt.warnings == nil)
        let one = try redact(DrawnScreen.png([georgian[0], "Account settings"]), #"{"text": "sensitive"}"#).receipt
        #expect(one.warnings?.first?.hasPrefix("1 line of text could not be read") == true)
    }

    @Test("lines in Cyrillic letters are read beside more in Latin ones")
    func cyrillicBesideLatin() throws {
        let screen = try DrawnScreen.png([
            "noodle island ability marble ocean", "garden kitchen winter hammer yellow", "Account settings",
            "Водительское удостоверение", "Код безопасности: 857", "Временный пароль: lemon-orange",
        ])
        let covered = try redact(screen, #"{"text": {"matches": "Водительское|безопасности|Временный"}}"#).receipt
            .covered
        #expect(Set(covered.map { $0.rect.y / 100 }) == [3, 4, 5])
        let latin = try redact(screen, #"{"text": {"matches": "noodle|kitchen|settings"}}"#).receipt.covered
        #expect(Set(latin.map { $0.rect.y / 100 }) == [0, 1, 2])
    }

    @Test("what is kept of what is seen stays")
    func keep() throws {
        let keep = #", "keep": [{"text": {"matches": "Sign in", "extent": "line"}}]"#
        let kept = try redact(.iosLogin, #"{"text": "all"}"#, keep: keep).receipt.covered
        let all = try redact(.iosLogin, #"{"text": "all"}"#).receipt.covered
        #expect(
            kept.reduce(0) { $0 + $1.rect.width * $1.rect.height }
                < all.reduce(0) { $0 + $1.rect.width * $1.rect.height }
        )
        #expect(
            !kept.contains { $0.rect.x < 520 && $0.rect.x + $0.rect.width > 660 && $0.rect.y < 920 && $0.rect.y > 890 }
        )
    }

    @Test("where nothing is seen, nothing is covered, and a rule may demand more")
    func nothing() throws {
        let target = #"{"codes": "all"}"#
        let receipt = try redact(.iosLogin, target).receipt
        #expect(receipt.covered.isEmpty && receipt.assurance == .untouched && receipt.detected == true)
        let error = #expect(throws: RedactionError.self) {
            try self.redact(.iosLogin, target, rule: #", "atLeast": 1"#)
        }
        #expect(error == .policy(.tooFewMatches(rule: 0, found: 0, demanded: 1)))
    }

    @Test(
        "what is lower than a rule takes is left, and not counted, in the units of the policy",
        arguments: [1.0, 3.0]
    )
    func minimumHeight(scale: Double) throws {
        let unit = scale == 1 ? "" : #", "units": "points", "scale": \#(scale)"#
        func covered(above height: Double) throws -> Receipt {
            try redact(
                .iosLogin,
                #"{"text": "all"}"#,
                rule: #", "minimumHeight": \#(height / scale)"#,
                keep: unit
            ).receipt
        }
        // The line of the title is found 107 pixels tall, all others at most 85.
        let title = try covered(above: 96)
        #expect(title.covered.count == 1 && title.matches == [.init(rule: 0, count: 1)])
        #expect((150...210).contains(title.covered[0].rect.y))
        #expect(try covered(above: 1000).covered.isEmpty)
        #expect(try covered(above: 1).covered.count == covered(above: 0).covered.count)
    }

    @Test("a height that is demanded of what is not looked for is refused, with its place")
    func heightOfRegion() {
        let rule = ##""target": "screen", "style": {"fill": {"color": "#000"}}, "minimumHeight": 4"##
        let error = #expect(throws: PolicyError.self) {
            try Policy(parsing: SecureBytes(copying: #"{"rules": [{\#(rule)}]}"#.utf8))
        }
        #expect(error?.pointer?.description == "/rules/0/minimumHeight")
    }

    @Test("looking that takes too much is told from all else", arguments: [true, false])
    func expense(isBudget: Bool) {
        let failure: any Error = isBudget ? BudgetFailure.spent : DetectionFailure.tooExpensive
        #expect(RedactionError(looking: failure, at: .rule(0, "target")) == .tooExpensive)
    }

    @Test("a policy that needs a detector is refused where there is none, with the place of its target")
    func missing() throws {
        let request = RedactionRequest(try Sample.iosLogin.picture("png"), policy: try policy(#"{"faces": "eyes"}"#))
        let error = #expect(throws: RedactionError.self) { try Redactor().redact(request) }
        #expect(error == .policy(.detectorMissing(.rule(0, "target", "faces"))))
    }

    @Test("what was called off is not looked at")
    func cancelled() throws {
        let request = RedactionRequest(try Sample.iosLogin.picture("png"), policy: try policy(#"{"text": "all"}"#))
        let redactor = Redactor(detector: try Self.detector.get())
        let work = WorkContext()
        work.cancellation.cancel()
        let error = #expect(throws: RedactionError.self) { try redactor.redact(request, work: work) }
        #expect(error == .cancelled)
    }

    @Test(
        "a target is written as it was read",
        arguments: [
            #"{"text":"all"}"#, #"{"text":"sensitive"}"#, #"{"text":"unread"}"#,
            #"{"text":{"kinds":["email","card"]}}"#,
            #"{"text":{"extent":"line","matches":"[0-9]+"}}"#, #"{"text":{"beside":"Balance"}}"#, #"{"faces":"eyes"}"#,
            #"{"faces":{"part":"whole","shape":"ellipse"}}"#, #"{"codes":"all"}"#, #"{"elements":{"kinds":["iban"]}}"#,
        ]
    )
    func written(target: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let written = try encoder.encode(try policy(target).rules[0].target)
        #expect(String(decoding: written, as: UTF8.self) == target)
    }

    @Test(
        "what is no target is refused with its place",
        arguments: [
            (#"{"text": "some"}"#, "/rules/0/target/text"), (#"{"text": {"kinds": []}}"#, "/rules/0/target/text/kinds"),
            (#"{"text": {"extent": "line"}}"#, "/rules/0/target/text"),
            (#"{"text": {"matches": "("}}"#, "/rules/0/target/text/matches"),
            (#"{"text": {"matches": "a", "beside": "b"}}"#, "/rules/0/target/text"),
            (#"{"text": {"kinds": ["email", "email"]}}"#, "/rules/0/target/text/kinds/1"),
            (#"{"faces": "nose"}"#, "/rules/0/target/faces"), (#"{"codes": "qr"}"#, "/rules/0/target/codes"),
            (#"{"elements": {"kinds": ["glitter"]}}"#, "/rules/0/target/elements/kinds/0"),
        ]
    )
    func refused(target: String, pointer: String) throws {
        let error = #expect(throws: PolicyError.self) { try self.policy(target) }
        #expect(error?.pointer?.description == pointer)
    }

    private func policy(_ target: String, rule: String = "", keep: String = "") throws -> Policy {
        let style = ##""style": {"fill": {"color": "#000"}}"##
        let text = #"{"rules": [{"target": \#(target), \#(style)\#(rule)}]\#(keep)}"#
        return try Policy(parsing: SecureBytes(copying: Array(text.utf8)))
    }

    private func redact(
        _ sample: Sample,
        _ target: String,
        _ fileExtension: String = "png",
        rule: String = "",
        keep: String = ""
    ) throws -> Redactor.Result {
        try redact(sample.picture(fileExtension), target, rule: rule, keep: keep)
    }

    private func redact(
        _ snapshot: SecureBytes,
        _ target: String,
        rule: String = "",
        keep: String = ""
    ) throws -> Redactor.Result {
        let redactor = Redactor(detector: try Self.detector.get())
        return try redactor.redact(RedactionRequest(snapshot, policy: policy(target, rule: rule, keep: keep)))
    }
}
