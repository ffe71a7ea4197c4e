import Foundation
import ImageCore
import Samples
import SecureMemory
import Testing

@testable import snapveil

@Suite("snapveil check tells what pictures show")
struct CheckTests {
    /// A page with addresses and numbers, a picture of nothing, one that is cut off, and what is no picture.
    private let directory: Directory

    init() throws {
        let page = try Sample.webProfile.picture("png").withUnsafeBytes { Array($0) }
        let size = try #require(PixelSize(width: 400, height: 300))
        let blank = try PixelBuffer(size, format: .rgb, filledWith: .black).encoded(.png())
        directory = try Directory([
            "blank.png": blank.withUnsafeBytes { Array($0) }, "broken.png": Array(page.prefix(999)),
            "animated.gif": Array("GIF89a\u{0}00000000".utf8), "notes.txt": Array("{\"a\": 1}".utf8), "empty.png": [],
        ])
        try FileManager.default.createDirectory(atPath: directory["below"], withIntermediateDirectories: true)
        try directory.write(page, to: "below/page & <no name>")
    }

    private func check(_ files: [String], _ options: [String] = []) throws -> Command {
        try Command(["check"] + files.map { directory[$0] } + ["--models", Models.directory] + options)
    }

    @Test("the exit status tells whether something was found, nothing, or what could not be looked at")
    func status() throws {
        let clean = try check(["blank.png"])
        #expect(clean.status == 0 && clean.output.isEmpty)
        #expect(clean.errors == "snapveil: 1 picture: 0 with findings, 1 without findings\n")
        let found = try check(["blank.png", "below/page & <no name>"])
        #expect(found.status == 1)
        let lines = found.output.split(separator: "\n")
        #expect(lines.count >= 6)
        #expect(
            lines.allSatisfy { $0.hasPrefix(directory["below/page & <no name>"] + ": ") && $0.hasSuffix(", rule 0") }
        )
        #expect(lines.contains { $0.contains(": email (0.97 by form) at ") })
        for secret in try Sample.webProfile.secrets { #expect(!found.output.contains(secret)) }
        let unknown = try check(["below/page & <no name>", "broken.png"])
        #expect(unknown.status == 2 && unknown.errors.contains("broken.png: the picture does not decode"))
        #expect(try check([], [directory["animated.gif"]]).status == 2)
    }

    @Test("of a directory all pictures are looked at, known by what they hold")
    func tree() throws {
        let command = try check([], [directory.path, "--format", "json"])
        #expect(command.status == 2)
        let files = try #require(try JSONSerialization.jsonObject(with: Data(command.bytes)) as? [[String: Any]])
        #expect(
            files.map { ($0["file"] as? String ?? "").dropFirst(directory.path.count + 1) }
                == ["animated.gif", "below/page & <no name>", "blank.png", "broken.png"]
        )
        #expect(files.map { $0["error"] != nil } == [true, false, false, true])
        #expect((files[1]["findings"] as? [[String: Any]])?.isEmpty == false)
        #expect((files[2]["findings"] as? [Any])?.isEmpty == true)
        let none = try Directory(["notes.txt": [65]])
        let empty = try Command(["check", none.path, "--models", Models.directory])
        #expect(empty.status == 2 && empty.errors.contains("there is no picture"))
    }

    @Test("a CI server reads it as tests, and a code host as results of rules")
    func forms() throws {
        let junit = try check([], [directory.path, "--format", "junit"]).output
        #expect(junit.contains(##"<testsuite name="snapveil check" tests="4" failures="1" errors="2">"##))
        let test = ##"<testcase classname="snapveil.check" name="\##(directory.path)/"##
        let lines = junit.split(separator: "\n")
        #expect(
            lines.contains { $0.hasPrefix(test + ##"below/page &amp; &lt;no name&gt;"><failure type="sensitive""##) }
        )
        #expect(lines.contains { $0 == test + ##"blank.png"/>"## })
        // FFmpeg says why, unless it is not there.
        #expect(lines.contains { $0.hasPrefix(test + ##"animated.gif"><error message="##) })
        let sarif = try check([], [directory.path, "--format", "sarif"]).bytes
        let log = try #require(try JSONSerialization.jsonObject(with: Data(sarif)) as? [String: Any])
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        let kinds = Set((run["results"] as? [[String: Any]] ?? []).compactMap { $0["ruleId"] as? String })
        #expect(kinds.isSuperset(of: ["email", "phone"]))
        let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
        #expect(Set((driver?["rules"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }) == kinds)
        #expect(String(decoding: sarif, as: UTF8.self).contains("below/page%20&%20%3Cno%20name%3E"))
        let properties = (run["results"] as? [[String: Any]] ?? []).compactMap { $0["properties"] as? [String: Any] }
        #expect(Set(properties.compactMap { $0["reason"] as? String }).contains("form"))
        let names = (driver?["rules"] as? [[String: Any]] ?? []).compactMap { $0["shortDescription"] }
        #expect(names.contains { $0 as? [String: String] == ["text": "E-mail address"] })
        #expect(junit.contains("\nemail (0.97 by form) at "))
        let invocation = (run["invocations"] as? [[String: Any]])?.first
        #expect(invocation?["executionSuccessful"] as? Bool == false)
    }

    @Test(
        "locked processes tell what this one does, and a policy's allowances hold",
        .enabled(if: KernelSupport.isComplete)
    )
    func isolation() throws {
        let policy = try Directory(texts: [
            "policy.json": ##"""
            { "rules": [{ "target": { "text": { "kinds": ["email"] } }, "style": { "fill": { "color": "#000" } } }],
              "keep": [{ "text": { "matches": "@", "extent": "line" } }] }
            """##
        ])
        let page = ["below/page & <no name>"]
        let locked = try check(page, ["--isolation", "required"])
        #expect(try locked.output == check(page, ["--isolation", "none"]).output && locked.status == 1)
        let kept = try check(page, ["--policy", policy["policy.json"]])
        #expect(kept.status == 0 && kept.output.isEmpty)
    }

    @Test(
        "of snapshots of apps in the background it tells whether they still show the app",
        arguments: ["auto", "none"]
    )
    func hidden(isolation: String) throws {
        let shot = directory["below/page & <no name>"]
        for (name, style) in [("veil.png", ["message"]), ("blur.png", ["blur", "--radius", "12"])] {
            let redact = try Command(["redact", shot, "--style"] + style + ["-o", directory[name]])
            #expect(redact.status == 0, "\(redact.errors)")
        }
        func check(_ name: String, _ options: [String] = []) throws -> (status: Int32, output: String) {
            let all = ["--hidden", "--isolation", isolation] + options
            let command = try self.check([name], all)
            return (command.status, String(command.output.dropFirst(directory[name].count)))
        }
        #expect(try check("veil.png") == (0, ": hidden: by a message, 2 lines of text\n"))
        let plain = try check("blank.png")
        #expect(plain.status == 0 && plain.output.hasPrefix(": hidden: by a plain colour or a gradient, "))
        let visible = try check("below/page & <no name>")
        #expect(visible.status == 1 && visible.output.hasPrefix(": visible: there is "))
        let blurred = try check("blur.png")
        #expect(blurred.status == 1 && blurred.output.hasPrefix(": blurred: a blur with a sigma of "))
        #expect(try check("blur.png", ["--allow", "blurred"]).status == 0)
        // Its own splash hides an app, whatever is on it.
        let splash = try check("below/page & <no name>", ["--splash", shot])
        #expect(splash.status == 0 && splash.output.hasPrefix(": hidden: by a splash"))
        #expect(try check("broken.png").status == 2)
    }

    @Test("a page shows people what was found, and nothing of it")
    func page() throws {
        let page = try check([], [directory.path, "--format", "html"])
        #expect(page.status == 2)
        #expect(page.output.contains("<h2>With findings <small>1</small></h2>"))
        #expect(page.output.contains("<h2>Failed <small>2</small></h2>"))
        #expect(page.output.contains("below/</small>page &amp; &lt;no name&gt;</bdi></h3><ol><li class=\"k"))
        #expect(page.output.contains("<b>E-mail address</b> <span>97 % sure, by its form</span><small>"))
        // A box for each kind, and a mark for each finding, under the number that the list has.
        #expect(page.output.contains("id=\"k0\"> E-mail address <b>5</b> <small>in 1 picture</small></label>"))
        let marks = page.output.matches(
            of: #/id="(m1-[0-9]+)" x="[0-9.]+%" y="[0-9.]+%" width="([0-9.]+)%" height="([0-9.]+)%"/#
        )
        #expect(marks.count == page.output.split(separator: "<li class=").count - 1 && marks.count >= 6)
        #expect(marks.allSatisfy { page.output.contains("<a href=\"#\($0.1)\">") })
        let areas = marks.map { (Double($0.2) ?? 0) * (Double($0.3) ?? 0) }
        #expect(zip(areas, areas.dropFirst()).allSatisfy { $0 >= $1 - 0.1 }, "smaller marks lie over larger ones")
        for secret in try Sample.webProfile.secrets { #expect(!page.output.contains(secret)) }
        // Of what seems clean there is no picture: what was missed would be seen in it.
        let pictures = page.output.split(separator: "base64,").dropFirst().compactMap { rest in
            Data(base64Encoded: String(rest.prefix { $0 != "\"" }))
        }
        #expect(pictures.count == 1)
        let picture = try SecureBytes(copying: Array(try #require(pictures.first)))
        let size = try DecodedImage(decoding: picture).takePixels().size
        #expect(min(size.width, size.height) == 48)
        #expect(!page.output.contains("<script") && !page.output.contains("http:"))
        let locked = try check(["below/page & <no name>"], ["--format", "html", "--isolation", "auto"]).output
        #expect(try check(["below/page & <no name>"], ["--format", "html", "--isolation", "none"]).output == locked)
    }

    @Test("a page of a picture without findings has neither boxes nor pictures")
    func clean() throws {
        let page = try check(["blank.png"], ["--format", "html"])
        #expect(page.status == 0 && page.output.contains("<h2>Without findings <small>1</small></h2>"))
        #expect(!page.output.contains("<form>") && !page.output.contains("<figure>") && !page.output.contains("base64"))
    }

    @Test("a page of snapshots in the background has the verdicts, and pictures too small for marks")
    func hiddenPage() throws {
        let page = try check(["below/page & <no name>", "blank.png"], ["--format", "html", "--hidden"]).output
        #expect(page.contains("id=\"k0\"> App still visible <b>1</b> <small>in 1 picture</small></label>"))
        #expect(page.contains("<p>visible: there is ") && page.contains("<p>hidden: by a plain colour or a gradient, "))
        #expect(page.split(separator: "base64,").count == 2 && !page.contains("class=\"mark "))
    }

    @Test("snapshots that iOS keeps are told by apps and scenes, at the scale that their names say")
    func scenes() throws {
        let folder = directory["Library/SplashBoard/Snapshots/sceneID:com.example.my-bank-default"]
        try FileManager.default.createDirectory(atPath: "\(folder)/downscaled", withIntermediateDirectories: true)
        let blank = directory["blank.png"]
        try FileManager.default.copyItem(atPath: blank, toPath: "\(folder)/A@3x.png")
        let shot = directory["below/page & <no name>"]
        let redact = try Command([
            "redact", shot, "--style", "blur", "--radius", "20", "-o", "\(folder)/downscaled/B@2x.png",
        ])
        #expect(redact.status == 0, "\(redact.errors)")
        let text = try check(["Library"], ["--hidden"])
        #expect(text.status == 1)
        #expect(text.output.hasPrefix("com.example.my-bank, scene default: blurred: a blur with a sigma of "))
        #expect(text.output.hasSuffix("/downscaled/B@2x.png); 2 snapshots: 1 blurred, 1 hidden\n"))
        let json = try check(["Library"], ["--hidden", "--format", "json"]).bytes
        let files = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]])
        #expect(
            files.allSatisfy { $0["app"] as? String == "com.example.my-bank" && $0["scene"] as? String == "default" }
        )
        let blur = (files[1]["evidence"] as? [String: Any])?["blur"] as? [String: Any]
        let strength = try #require(blur?["strength"] as? Double)
        #expect(abs((blur?["strengthInPoints"] as? Double ?? 0) * 2 - strength) < 0.01)
    }

    @Test("that text could not be read is told in each form")
    func unread() throws {
        let words = ["მომხმარებელი", "ტელეფონი", "მისამართები"]
        let rules = words.enumerated().map { row, line in
            ##"""
            { "target": { "region": { "x": 20, "y": \##(row * 100), "width": 360, "height": 80 } }, "style": { "message":
                { "text": "\##(line)", "background": "#fff", "textColor": "#000", "textSize": 30 } } }
            """##
        }
        try directory.write(Array("{\"rules\": [\(rules.joined(separator: ","))]}".utf8), to: "words.json")
        let drawn = try Command([
            "redact", directory["blank.png"], "--policy", directory["words.json"], "-o", directory["words.png"],
        ])
        #expect(drawn.status == 0, "\(drawn.errors)")
        let sentence = "3 lines of text could not be read, and may be sensitive."
        let text = try check(["words.png"])
        #expect(text.status == 0 && text.output.hasPrefix("\(directory["words.png"]): warning: \(sentence)"))
        for format in ["json", "junit", "sarif", "html"] {
            let command = try check(["words.png"], ["--format", format])
            #expect(command.status == 0 && command.output.contains(sentence), "\(format)")
        }
        let policy = ##"{"rules": [{"target": {"text": "unread"}, "style": {"fill": {"color": "#000"}}}]}"##
        try directory.write(Array(policy.utf8), to: "unread.json")
        let found = try check(["words.png"], ["--policy", directory["unread.json"]])
        #expect(found.status == 1 && found.output.split(separator: "\n").count == 3)
    }

    @Test("names steer neither a terminal nor a page")
    func names() throws {
        #expect(
            MarkupText.escaped("\u{D4E}<b\u{D4E}> \"\u{301}&\u{301}")
                == "\u{D4E}&lt;b\u{D4E}&gt; &quot;\u{301}&amp;\u{301}"
        )
        let blank = directory["blank.png"]
        try FileManager.default.copyItem(atPath: blank, toPath: directory["a\n\u{1B}[2Jb.png"])
        let turned = "\u{202E}<script>.png"
        try FileManager.default.copyItem(atPath: directory["below/page & <no name>"], toPath: directory[turned])
        for options in [["--hidden"], []] {
            let page = try check([turned], ["--format", "html"] + options).output
            #expect(page.contains("<bdi><small>\(directory.path)/</small>\\u{202E}&lt;script&gt;.png</bdi>"))
            #expect(!page.unicodeScalars.contains("\u{202E}") && !page.contains("<script"))
        }
        let command = try check(["a\n\u{1B}[2Jb.png"], ["--hidden"])
        #expect(command.output.hasPrefix(directory["a\\u{A}\\u{1B}[2Jb.png: hidden"]))
        let missing = try check(["a\n\u{1B}[2J\u{9B}.png"])
        #expect(missing.errors.hasPrefix("snapveil: \(directory["a\\u{A}\\u{1B}[2J\\u{9B}.png"]): No such file"))
        let report = try check(["a\n\u{1B}[2J\u{9B}\u{E0041}.png"], ["--format", "json"])
        #expect(report.output.contains(##"/a\n\u001b[2J\u009b\udb40\udc41.png""##) && report.status == 2)
    }

    @Test(
        "folders tell the app and its scene",
        arguments: [
            ("a/Library/SplashBoard/Snapshots/sceneID:com.a.b-default/1@3x.ktx", "com.a.b", "default"),
            ("Library/SplashBoard/Snapshots/sceneID:com.a.b-c-default/downscaled/1.ktx", "com.a.b-c", "default"),
            (
                "Library/SplashBoard/Snapshots/sceneID_com.a-b-6AF3F1B0-2C0E-4B5D-9B52-0F6A0E6C1D11/1.ktx", "com.a-b",
                "6AF3F1B0-2C0E-4B5D-9B52-0F6A0E6C1D11"
            ),
            ("Library/SplashBoard/Snapshots/com.a.b - {DEFAULT GROUP}/1.ktx", "com.a.b", "DEFAULT GROUP"),
            ("Library/Caches/Snapshots/com.a.b/com.a.b/1@2x.ktx", "com.a.b", nil),
            ("Library/SplashBoard/Snapshots/1.ktx", nil, nil), ("Snapshots/com.a.b/1.ktx", nil, nil),
            ("1.ktx", nil, nil), ("", nil, nil),
        ] as [(String, String?, String?)]
    )
    func folders(path: String, app: String?, name: String?) {
        let scene = SnapshotScene(ofSnapshotAt: path)
        #expect(scene?.app == app && scene?.scene == name)
    }

    @Test(
        "names tell the scale",
        arguments: [
            ("a/1@3x.ktx", 3), ("1@2x~ipad.ktx", 2), ("1@2x", 2), ("1@9x.png", nil), ("1@3x/2.png", nil),
            ("3x.png", nil),
        ] as [(String, Double?)]
    )
    func scales(path: String, scale: Double?) {
        #expect(SnapshotName(path).scale == scale)
    }

    @Test("options that do not go together are refused")
    func options() throws {
        #expect(try check(["blank.png"], ["--allow", "blurred"]).status == 64)
        #expect(try check(["blank.png"], ["--hidden", "--policy", "mask"]).status == 64)
        #expect(try check(["blank.png"], ["--hidden", "--splash", directory["broken.png"]]).status == 78)
    }
}
