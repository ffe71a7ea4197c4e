import Base64Coding
import BoundedWork
import Foundation
import SecureMemory
import Testing

@testable import Artefacts

@Suite("Replies of servers that take screenshots")
struct ReplyTests {
    /// Begins like a PNG, and is long enough for one.
    static let png: [UInt8] =
        [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0, 0, 0, 1, 0,
            8, 2, 0, 0, 0,
        ]
        + (0..<90).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    static let base64 = Data(png).base64EncodedString()
    /// What stands for a redacted picture.
    static let safe = Data("PICTURE".utf8).base64EncodedString()

    private func redacted(
        _ reply: String,
        isBroken: Bool = false
    ) throws -> (text: String, tally: ReplyRedactor.Tally) {
        let redactor = try ReplyRedactor(PicturesOfTests(isBroken: isBroken))
        let (redacted, tally) = try redactor.redact(SecureBytes(copying: reply.utf8))
        return (redacted.text, tally)
    }

    @Test(
        "a picture is redacted wherever it stands in JSON",
        arguments: [
            #"{"value":"*"}"#, #"{"value":{"data":"*"}}"#, #"{"value":{"0":{"payload":"*","name":"a"}}}"#, #"["*"]"#,
            #"{"value":"data:image/png;base64,*"}"#, #"{"a":"{\"value\":\"*\"}"}"#,
            #"{"a":"{\"b\":\"{\\\"c\\\":\\\"*\\\"}\"}"}"#,
            #"{"*":1}"#, #"{"value":"<img src=\"data:image/png;base64,*\">"}"#, "*",
        ]
    )
    func places(form: String) throws {
        let (text, tally) = try redacted(form.replacing("*", with: Self.base64))
        #expect(text == form.replacing("*", with: Self.safe))
        #expect(tally == ReplyRedactor.Tally(pictures: 1))
    }

    @Test("a picture is redacted however its base64 is written")
    func writings() throws {
        let lines = stride(from: 0, to: Self.base64.count, by: 76).map { Self.base64.dropFirst($0).prefix(76) }
        let forms = [
            Self.base64.replacing("/", with: #"\/"#), Self.base64.replacing("+", with: #"\u002b"#),
            Self.base64.replacing("=", with: "%3D").replacing("+", with: "%2b").replacing("/", with: "%2F"),
            Self.base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""),
            Self.base64.replacing("+", with: "&#43;").replacing("/", with: "&#x2F;"),
            lines.joined(separator: #"\n"#), lines.joined(separator: #"\r\n"#) + #"\r\n"#,
            lines.joined(separator: "\n"),
            lines.joined(separator: #"\\n"#),
            Self.base64.unicodeScalars.map { #"\u00"# + String($0.value, radix: 16) }.joined(),
        ]
        for form in forms {
            let (text, tally) = try redacted(#"{"value":"\#(form)"}"#)
            #expect(tally.pictures == 1, "\(form)")
            #expect(!text.contains(form.prefix(40)), "\(form)")
            #expect(JSONTokens.isWhole(Array(text.utf8)), "\(text)")
        }
    }

    @Test("a slash is escaped in the result where it was in the reply")
    func slashes() throws {
        let form = FileInText(range: 0..<4, isPlain: false)
        let written = try Array(#"a\/b"#.utf8).withUnsafeBytes { try form.written(SecureBytes("x/y"), of: $0) }
        #expect(written.text == #"x\/y"#)
    }

    @Test(
        "a text without a picture stays, byte for byte",
        arguments: [
            "", "{}", #"{"value":null}"#,
            "not JSON at all: /usr/lib/x86_64-linux-gnu/gstreamer-1.0/plugins",
            #"{"value":"/world/wide/web/of/long/paths/and/more/paths/that/go/on"}"#, "\u{0}\u{1}\u{2}binary",
            #"{"value":"f.ABCDEF0123456789ABCDEF0123456789.d.ABCDEF0123456789ABCDEF0123456789.e.12"}"#,
            #"{"password":"hunter2!","card":"4111111111111111"}"#, #"[137,80,78,7]"#, "\u{FFFD}\n\r\n\\u00\\x",
        ]
    )
    func others(text: String) throws {
        let (redacted, tally) = try redacted(text)
        #expect(redacted == text)
        #expect(tally == ReplyRedactor.Tally())
    }

    @Test("a font, or a key, in base64 stays")
    func unknown() throws {
        let font = Data([0x77, 0x4F, 0x46, 0x32] + (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 89) })
            .base64EncodedString()
        let text = #"{"value":"@font-face{src:url(data:font/woff2;base64,\#(font))}"}"#
        #expect(try redacted(text).text == text)
    }

    @Test("a document, a recording, or a picture that cannot be redacted refuses the reply if it was asked for")
    func refusals() throws {
        for (bytes, reason) in [
            (Array("%PDF-1.7 ".utf8), "it is a PDF"), (Array("OggS".utf8) + [0], "it is a recording"),
            ([0x1A, 0x45, 0xDF, 0xA3], "it is a recording"), (Array("Rar!".utf8), "it is a file of an unknown kind"),
            (Array("<svg xmlns='x'>".utf8), "it is an SVG, whose shapes may be letters"),
        ] {
            let base64 = Data(bytes + [UInt8](repeating: reason.contains("SVG") ? 0x20 : 7, count: 80))
                .base64EncodedString()
            #expect(throws: ContentFailure.refused(reason)) { try redacted(#"{"value":"\#(base64)"}"#) }
        }
        #expect(throws: ContentFailure.refused("it is broken")) {
            try redacted(#"{"value":"\#(Self.base64)"}"#, isBroken: true)
        }
    }

    /// Begins like an MP4.
    static let recording: [UInt8] = [0, 0, 0, 24] + Array("ftypisom".utf8) + [UInt8](repeating: 9, count: 100)

    @Test(
        "a recording that is all of a string is taken out where that is asked for, and its place stays",
        arguments: [
            #"{"value":"*"}"#, #"{"value":{"shot":"+","payload":"*","uuid":"A"}}"#, #"["*","+"]"#,
            #"{"value":"data:video/mp4;base64,*"}"#,
        ]
    )
    func recordings(form: String) throws {
        let base64 = Data(Self.recording).base64EncodedString()
        let reply = form.replacing("+", with: Self.base64).replacing("*", with: base64)
        let redactor = try ReplyRedactor(PicturesOfTests(isBroken: false))
        let (redacted, tally) = try redactor.redact(SecureBytes(copying: reply.utf8), takingOutRecording: true)
        #expect(redacted.text == form.replacing("+", with: Self.safe).replacing("*", with: ""))
        let recording = try #require(tally.recording)
        #expect(recording.contents.withUnsafeBytes { Array($0) } == Self.recording)
        #expect(redacted[0..<recording.place].text.hasSuffix(form.contains("data:") ? "base64," : "\""))
        #expect(throws: ContentFailure.refused("it is a recording")) { try self.redacted(reply) }
    }

    @Test("a recording in another place, a second one and an animation are not taken out")
    func refusedRecordings() throws {
        let base64 = Data(Self.recording).base64EncodedString()
        let gif = Data("GIF89a".utf8 + [UInt8](repeating: 1, count: 90)).base64EncodedString()
        let redactor = try ReplyRedactor(PicturesOfTests(isBroken: true))
        for (reply, reason) in [
            (#"{"value":"\#(Data(base64.utf8).base64EncodedString())"}"#, "it is a recording"),
            (#"["\#(base64)","\#(base64)"]"#, "several recordings are in it"), (base64, "it is a recording"),
            (#"{"value":"\#(gif)"}"#, "it is broken"),
        ] {
            #expect(throws: ContentFailure.refused(reason)) {
                try redactor.redact(SecureBytes(copying: reply.utf8), takingOutRecording: true)
            }
        }
        #expect(throws: ContentFailure.refused("it is a recording")) {
            try redactor.redact(SecureBytes(copying: Self.recording), takingOutRecording: true)
        }
        let packed = try SecureBytes(
            copying: #"{"value":"\#(base64)"}"#.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        )
        #expect(throws: ContentFailure.self) { try redactor.redact(packed, takingOutRecording: true) }
    }

    @Test("within a longer text it is left out instead, so that the page source is there")
    func parts() throws {
        let text = #"{"value":"<p>text</p><img src='data:image/png;base64,*'><p>more</p>"}"#
        let (redacted, tally) = try redacted(text.replacing("*", with: Self.base64), isBroken: true)
        #expect(redacted == text.replacing("*", with: ""))
        #expect(tally == ReplyRedactor.Tally(dropped: 1))
    }

    @Test("a short data: URL that cannot be made safe is left out, as an icon is")
    func icons() throws {
        let icon = Data("GIF89a".utf8 + [UInt8](repeating: 1, count: 90)).base64EncodedString()
        let text = #"{"icons":[{"src":"data:image/gif;base64,*"}]}"#
        let (redacted, tally) = try redacted(text.replacing("*", with: icon), isBroken: true)
        #expect(redacted == text.replacing("*", with: ""))
        #expect(tally == ReplyRedactor.Tally(dropped: 1))
        #expect(throws: ContentFailure.self) { try self.redacted(#"{"src":"\#(icon)"}"#, isBroken: true) }
    }

    @Test("texts of a message are found, also behind what Python alone writes, and none in what is no JSON")
    func texts() throws {
        func texts(_ message: String) throws -> [String]? {
            let bytes = try SecureBytes(copying: message.utf8)
            return MessageTexts.ranges(in: bytes)?.map { bytes[$0].text }
        }
        let message =
            #"{"x":[NaN,-Infinity,-1],"result":{"content":[{"text":"a","data":"b"}],"structuredContent":["c",{"data":"d"}]}}"#
        #expect(try texts(message) == [#""a""#, #""c""#, #""d""#])
        #expect(try texts(#"{"method":"m","params":{"data":"a","level":"b"}}"#) == [#""a""#])
        #expect(try texts(#"{"text":"a",}"#) == nil)
    }

    @Test("a picture in bytes that begin like UTF-16, and go on in ASCII, refuses the reply")
    func otherwise() throws {
        for mark in [[0xFE, 0xFF], [0xFF, 0xFE]] as [[UInt8]] {
            let reply = try SecureBytes(copying: mark + Array(#"{"value":"\#(Self.base64)"} "#.utf8))
            #expect(throws: ContentFailure.self) { try ReplyRedactor(PicturesOfTests()).redact(reply) }
        }
    }

    @Test("malformed base64 of a picture refuses the reply")
    func malformed() throws {
        #expect(throws: ContentFailure.self) { try redacted(#"{"value":"\#(Self.base64.dropLast(3))!!!"}"#) }
    }

    @Test("a picture in a base64 within a base64 is redacted")
    func nested() throws {
        let inner = Data(#"{"shot":"\#(Self.base64)","more":"text that goes on"}"#.utf8).base64EncodedString()
        let (text, tally) = try redacted(#"{"value":"\#(inner)"}"#)
        let expected = Data(#"{"shot":"\#(Self.safe)","more":"text that goes on"}"#.utf8).base64EncodedString()
        #expect(text == #"{"value":"\#(expected)"}"#)
        #expect(tally.pictures == 1)
    }

    @Test("a picture in an archive in base64 is redacted, and the archive written anew")
    func archives() throws {
        let archive = try packed([
            ("a.png", SecureBytes(copying: Self.png)), ("b.txt", SecureBytes("card 4111111111111111")),
        ])
        let (text, tally) = try redacted(#"{"value":"\#(archive.withUnsafeBytes { Data($0) }.base64EncodedString())"}"#)
        let base64 = text.dropFirst(10).dropLast(2)
        let bytes = try SecureBytes(copying: #require(Data(base64Encoded: String(base64))))
        let entries = try ZipArchive(opening: bytes).unpacked()
        #expect(entries.map(\.contents.text) == ["PICTURE", "card 4111111111111111"])
        #expect(tally.pictures == 1)
    }

    @Test("a reply that is a picture and no JSON is redacted")
    func raw() throws {
        let redactor = try ReplyRedactor(PicturesOfTests())
        #expect(try redactor.redact(SecureBytes(copying: Self.png)).reply.text == "PICTURE")
    }

    @Test("what is written in a way that is not read refuses the reply")
    func smuggled() throws {
        let spaced = Self.base64.map { "\($0) " }.joined()
        let split = #"["\#(Self.base64.prefix(7))","\#(Self.base64.dropFirst(7))"]"#
        let hexadecimal = Self.png.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let percent = Self.png.map {
            "%" + String($0 >> 4, radix: 16).uppercased() + String($0 & 15, radix: 16).uppercased()
        }.joined()
        let numbers = "[" + Self.png.map { "\($0)" }.joined(separator: ", ") + "]"
        let members = "{" + Self.png.enumerated().map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
        let signed = "[" + Self.png.map { "\(Int8(bitPattern: $0))" }.joined(separator: ",") + "]"
        let headless = Data(Self.png.dropFirst(8)).base64EncodedString()
        for text in [
            spaced, split, hexadecimal, percent, numbers, members, signed, headless, #"\u0089PNG\r\n\u001a\n"#,
        ] {
            #expect(throws: ContentFailure.self, "\(text.prefix(60))") { try redacted(#"{"value":\#(text)}"#) }
        }
    }

    @Test("work ends when nobody waits for it")
    func cancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let redactor = try ReplyRedactor(PicturesOfTests())
        #expect(throws: ContentFailure.unfinished(.cancelled)) {
            try redactor.redact(SecureBytes(copying: #"{"value":"\#(Self.base64)"}"#.utf8), cancellation: cancellation)
        }
    }
}

extension JSONTokens {
    fileprivate static func isWhole(_ text: [UInt8]) -> Bool { text.withUnsafeBytes { isWhole($0) } }
}
