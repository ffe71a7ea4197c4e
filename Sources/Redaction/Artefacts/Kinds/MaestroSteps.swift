/// The screenshot that Maestro takes when a step of a flow ends: `screenshot-❌-1685371562983-(FLOW).png`.
struct MaestroScreenshot {
    /// The name of the file of the steps of its flow, in the same directory.
    let steps: String
    /// Milliseconds since 1970.
    let time: Double

    /// Nil for any other name.
    init?(_ name: String) {
        let directory = FileNames.directory(of: name)
        let file = name.dropFirst(directory.count)
        guard let match = file.wholeMatch(of: #/screenshot-(shard-\d+-)?[^-]+-(\d+)-(\(.*\))\.png/#),
            let time = Double(match.2)
        else { return nil }
        steps = "\(directory)commands-\(match.1 ?? "")\(match.3).json"
        self.time = time
    }
}

/// The steps of a flow of Maestro, of which one that failed has the tree of the screen: an array of objects with
/// `metadata.timestamp` and `metadata.hierarchy`.
struct MaestroSteps {
    private struct Step {
        var time = -Double.infinity
        var hierarchy: Range<Int>?
    }

    private var steps: [Step] = []

    /// Reads `file`; nil if it is no such array.
    init?(_ file: UnsafeRawBufferPointer) {
        var tokens = JSONTokens(file)
        guard case .beginArray? = try? tokens.next() else { return nil }
        // The array, an object in it, and its metadata.
        var open: [(name: Range<Int>, start: Int)] = [(0..<0, 0)]
        var name = 0..<0
        func has(_ range: Range<Int>, _ text: String) -> Bool { file[range].elementsEqual(text.utf8) }
        var isInMetadata: Bool { open.count == 3 && has(open[2].name, "metadata") }
        while let token = try? tokens.next() {
            switch token {
            case .name(let range): name = range
            case .beginObject, .beginArray:
                open.append((name, tokens.offset - 1))
                if open.count == 2 { steps.append(Step()) }
            case .endObject, .endArray:
                guard let ended = open.popLast() else { return nil }
                if isInMetadata, has(ended.name, "hierarchy") {
                    steps[steps.count - 1].hierarchy = ended.start..<tokens.offset
                }
            case .number(let range) where isInMetadata && has(name, "timestamp"):
                steps[steps.count - 1].time = Double(String(decoding: file[range], as: UTF8.self)) ?? -.infinity
            case .string, .number, .word: break
            }
        }
    }

    /// The place of the tree of the last step that began before a time and has one.
    func hierarchy(at time: Double) -> Range<Int>? {
        steps.filter { $0.hierarchy != nil && $0.time <= time }.max { $0.time < $1.time }?.hierarchy
    }
}
