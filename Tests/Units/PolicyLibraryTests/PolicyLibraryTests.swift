import Foundation
import Glibc
import ImageCore
import Redaction
import Testing

@testable import PolicyLibrary

@Suite("Policies by name")
struct PolicyLibraryTests {
    private static let fill = ##"{ "rules": [ { "target": "screen", "style": { "fill": { "color": "#123" } } } ] }"##
    private static let blur = "rules:\n- target: screen\n  style: { blur: { radius: 9 } }\n"

    @Test("what apps do for the app switcher is built in")
    func builtIn() throws {
        let library = PolicyLibrary()
        #expect(library.names == ["blackout", "blur", "frosted", "mask", "privacy-screen", "splash"])
        #expect(library.all.map(\.name) == library.names)
        #expect(library.all.allSatisfy { $0.summary != nil })
        #expect(library["blur"]?.assurance == .obscured)
        #expect(library.all.filter { $0.assurance == .erased }.count == 5)
        #expect(library["mask"]?.rules.first?.target == .regions)
        #expect(library["none"] == nil)
    }

    @Test("files are policies by the names that they have, beside those that are built in")
    func files() throws {
        let directory = try Directory([
            "bank.json": Self.fill, "soft.yaml": Self.blur, "hard.YML": Self.blur, ".hidden.json": "no policy",
            "README.md": "no policy",
            "named.json": Self.fill.replacing("{ \"rules", with: "{ \"name\": \"named\", \"rules"),
        ])
        let library = try PolicyLibrary(directory: directory.path)
        #expect(library.names == (PolicyLibrary().names + ["bank", "hard", "named", "soft"]).sorted())
        #expect(library["bank"]?.name == "bank")
        #expect(library["soft"]?.rules.first?.style == .blur(radius: 9))
    }

    @Test("a file takes the place of the policy that is built in under its name")
    func replacement() throws {
        let directory = try Directory(["blackout.json": Self.fill])
        let policy = try PolicyLibrary(directory: directory.path)["blackout"]
        #expect(policy?.rules.first?.style == .fill(Color(red: 0x11, green: 0x22, blue: 0x33)))
    }

    @Test(
        "a file that cannot be used is refused, whatever the others are",
        arguments: [
            ("b.json", "{", "b.json:1: "), ("b.yaml", "rules: [", "b.yaml:2: "),
            ("a b.json", fill, "a b.json: a name has"),
            ("b.json", #"{ "name": "c", "# + fill.dropFirst(), "b.json:1: /name: the name has to be \"b\""),
            ("good.yaml", blur, "good.yaml: another file has this name"),
        ]
    )
    func broken(name: String, text: String, message: String) throws {
        let directory = try Directory(["good.json": Self.fill, name: text])
        let error = #expect(throws: InvalidFile.self) { try PolicyLibrary(directory: directory.path) }
        #expect(error?.description.hasPrefix("\(directory.path)/\(message)") == true, "\(String(describing: error))")
    }

    @Test("a file that could never be carried out is refused, and what is built in is not")
    func assurance() throws {
        let directory = try Directory(["soft.yaml": Self.blur])
        let error = #expect(throws: InvalidFile.self) {
            try PolicyLibrary(directory: directory.path, demanding: .erased)
        }
        #expect(error?.line == 3)
        let empty = try Directory()
        #expect(try PolicyLibrary(directory: empty.path, demanding: .erased)["blur"] != nil)
    }

    @Test("without those that are built in there are the files alone, and there has to be one")
    func filesAlone() throws {
        let directory = try Directory(["bank.json": Self.fill])
        #expect(try PolicyLibrary(directory: directory.path, hasBuiltIns: false).names == ["bank"])
        let empty = try Directory(["README.md": "no policy"])
        let error = #expect(throws: InvalidFile.self) {
            try PolicyLibrary(directory: empty.path, hasBuiltIns: false)
        }
        #expect(error?.reason == "the directory has no policies")
    }

    @Test("what is no regular file is refused at once: that of its name is not to come back", .timeLimit(.minutes(1)))
    func otherKinds() throws {
        let irregular = "it is not a regular file"
        let names = ["fifo.yaml": irregular, "zero.json": irregular, "none.json": "No such file"]
        for (name, reason) in names {
            let directory = try Directory(["good.json": Self.fill])
            switch name {
            case "fifo.yaml": #expect(mkfifo(directory[name], 0o600) == 0)
            case "zero.json": #expect(symlink("/dev/zero", directory[name]) == 0)
            default: #expect(symlink("/no/such/file", directory[name]) == 0)
            }
            let error = #expect(throws: InvalidFile.self) { try PolicyLibrary(directory: directory.path) }
            #expect(error?.path == directory[name])
            #expect(error?.reason.hasPrefix(reason) == true)
        }
        let directory = try Directory(["good.json": Self.fill])
        #expect(mkdir(directory["deeper.json"], 0o700) == 0)
        #expect(symlink(directory["good.json"], directory["linked.json"]) == 0)
        #expect(try PolicyLibrary(directory: directory.path, hasBuiltIns: false).names == ["good", "linked"])
    }

    @Test("a file that goes on and on is refused", .timeLimit(.minutes(1)))
    func endless() throws {
        let directory = try Directory(["long.json": String(repeating: " ", count: StructuredFile.maximumBytes + 1)])
        let error = #expect(throws: InvalidFile.self) { try PolicyLibrary(directory: directory.path) }
        #expect(error?.reason == "the file is larger than 256 KiB")
    }

    @Test("a directory that is not there is refused")
    func missing() throws {
        let error = #expect(throws: InvalidFile.self) { try PolicyLibrary(directory: "/no/such/directory") }
        #expect(error?.path == "/no/such/directory")
    }
}

/// A directory of files for the time of a test.
final class Directory {
    let path: String

    init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "snapveil-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try write(Array(text.utf8), to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: self[name]))
    }

    /// The path of a file in it.
    subscript(name: String) -> String { "\(path)/\(name)" }
}
