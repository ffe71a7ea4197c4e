import ArgumentParser
import Foundation
import SnapveilService

/// `snapveil reference`: writes the pages of the documentation that are made of the code.
struct Reference: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the pages of the documentation that say what the API takes and gives.",
        shouldDisplay: false
    )

    @Argument(help: ArgumentHelp("The catalogue of the documentation.", valueName: "directory"))
    var directory: String

    func run() throws {
        for page in APIReference.pages {
            let file = URL(filePath: directory).appending(path: page.file)
            let committed = try String(contentsOf: file, encoding: .utf8)
            try page.completed(committed).write(to: file, atomically: true, encoding: .utf8)
        }
    }
}
