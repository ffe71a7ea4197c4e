import Redaction

/// Sends one snapshot again and again: where the answers differ, their average knows more than each.
enum Repetition {
    /// What was counted for one style.
    struct Row: Sendable {
        let style: String
        let requests: Int
        let distinctOutputs: Int
    }

    static func run(_ specimen: Specimen, on scene: Scene, requests: Int) throws -> Row {
        let snapshot = try scene.picture(of: Code(0, length: scene.codeLength)).encoded(.png)
        let channel = try RedactionChannel(specimen.style, over: scene.frame, assets: specimen.assets)
        let distinct = try DistinctOutputs.count(over: Array(0..<requests)) { _ in try channel.output(for: snapshot) }
        return Row(style: specimen.style.kind, requests: requests, distinctOutputs: distinct)
    }
}
