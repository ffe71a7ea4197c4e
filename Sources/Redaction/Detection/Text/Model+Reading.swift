import SecureMemory

extension Model {
    /// Runs a network that reads text.
    ///
    /// - Parameters:
    ///   - line: What it reads.
    ///   - classCount: How many classes it has to tell.
    ///   - none: The class that stands for no character.
    ///   - name: What the network is, for the error.
    ///   - run: Calls it off.
    ///   - body: Makes a text of what it tells.
    /// - Throws: ``DetectionFailure`` if it tells other classes, too.
    func read(
        _ line: borrowing Planes,
        classCount: Int,
        none: Int,
        as name: String,
        _ run: ModelRun,
        _ body: (CTCDecoding) throws(OutOfMemory) -> RecognizedText
    ) throws(DetectionFailure) -> RecognizedText {
        try self.run(line, run) { (outputs) throws(DetectionFailure) in
            guard let output = outputs.first, output.shape.count == 3, output.shape[2] == classCount,
                let probabilities = output.values.baseAddress
            else { throw .broken("\(name) does not know the characters that it should") }
            let decoding = CTCDecoding(
                probabilities,
                stepCount: output.shape[1],
                classCount: classCount,
                none: none
            )
            return try DetectionFailure.wrapping { try body(decoding) }
        }
    }
}
