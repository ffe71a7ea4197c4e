import ArgumentParser
import Foundation
import SnapveilService

extension Serve {
    /// The page of the documentation with all settings, made from the options.
    static func referencePage() throws -> APIReference.Page {
        let help = try JSONDecoder().decode(OptionHelp.self, from: Data(Serve._dumpHelp().utf8))
        let settings = try Serve.parse([]).settings(of: ServerSettings.self)
        let bounds = Dictionary(settings.map { ($0.name, $0.setting.bounds) }) { first, _ in first }
        let sections = help.sections.map { title, options in
            let rows = options.map { option in
                let value = option.value(within: bounds[option.name] ?? nil)
                return ["`\(option.name)`", value, option.defaultText, option.abstract ?? ""]
            }
            return APIReference.section(title, heads: ["setting", "value", "default", "meaning"], rows: rows)
        }
        return APIReference.Page(file: "Settings.md", text: sections.joined())
    }
}

/// What ArgumentParser says of the options of a command.
struct OptionHelp: Decodable {
    let command: Command

    struct Command: Decodable {
        let arguments: [Option]
    }

    struct Option: Decodable {
        let kind: String
        let preferredName: Name
        let sectionTitle: String?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?

        var name: String { preferredName.name }

        var isFlag: Bool { kind == "flag" }

        var defaultText: String { isFlag ? "false" : defaultValue ?? "" }

        func value(within bounds: String?) -> String {
            if let allValues { return allValues.map { "`\($0)`" }.joined(separator: ", ") }
            guard !isFlag, let valueName else { return "`true`, `false`" }
            return [valueName, bounds].compactMap(\.self).joined(separator: ", ")
        }
    }

    struct Name: Decodable {
        let name: String
    }

    /// The settings by the titles of their groups, in the order of the help.
    var sections: [(title: String, options: [Option])] {
        let options = command.arguments.filter { !["help", "version"].contains($0.name) }
        var titles: [String?] = []
        for option in options where option.sectionTitle != nil && option.sectionTitle != titles.last {
            titles.append(option.sectionTitle)
        }
        return (titles + [nil]).map { title in (title ?? "Other", options.filter { $0.sectionTitle == title }) }
    }
}
