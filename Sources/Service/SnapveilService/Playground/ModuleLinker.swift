/// Joins the modules of a page to one script, so that a browser asks once and not for two dozen files.
///
/// Each module becomes a function that is called once, in the order in which a browser would run them, so that none sees the
/// names of another. The modules have to keep to a form: an import is one line at the start, of the form `import { a, b }
/// from "/playground/name.js";`, an export stands before its declaration at the start of a line, and no two modules import
/// each other.
struct ModuleLinker {
    /// The texts of the modules by the names of their files.
    private let modules: [String: String]
    /// The names of the joined modules, in the order in which they run.
    private(set) var linked: [String] = []
    private(set) var text = ""

    /// Joins `main` and all that it imports.
    init(_ modules: [String: String], main: String) {
        self.modules = modules
        link(main)
    }

    private mutating func link(_ name: String) {
        guard !linked.contains(name), let module = modules[name] else { return }
        var body = ""
        var exports: [Substring] = []
        for line in module.split(separator: "\n", omittingEmptySubsequences: false) {
            if let (names, other) = Self.importing(line) {
                link(other)
                body += "const \(names) = \(Self.variable(other));\n"
            } else if line.hasPrefix(Self.export) {
                let declaration = line.dropFirst(Self.export.count)
                exports.append(Self.declaredName(declaration))
                body += "\(declaration)\n"
            } else {
                body += "\(line)\n"
            }
        }
        linked.append(name)
        text +=
            "const \(Self.variable(name)) = (() => {\n\(body)return { \(exports.joined(separator: ", ")) };\n})();\n"
    }

    private static let export = "export "

    /// The imported names of a line, in braces, and their file; nil for another line.
    private static func importing(_ line: Substring) -> (names: Substring, file: String)? {
        guard line.hasPrefix("import "), let open = line.firstIndex(of: "{"), let close = line.firstIndex(of: "}"),
            let slash = line.lastIndex(of: "/"), let quote = line.lastIndex(of: "\""), slash < quote
        else { return nil }
        return (line[open...close], String(line[line.index(after: slash)..<quote]))
    }

    private static func declaredName(_ declaration: Substring) -> Substring {
        let words = declaration.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
        return words.first { !["async", "function", "class", "const", "let"].contains($0) } ?? ""
    }

    private static func variable(_ file: String) -> String {
        "module_\(file.prefix { $0 != "." })"
    }
}
