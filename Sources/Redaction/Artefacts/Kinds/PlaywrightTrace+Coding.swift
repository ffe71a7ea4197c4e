import BinaryCoding

extension PlaywrightTrace {
    private static let (mostEvents, longestText) = (1 << 24, 1 << 26)

    /// Writes what the trace tells, for ``init(from:)``.
    func write(to writer: inout BinaryWriter) {
        writer.write(array: frames) { writer, frame in
            for text in [frame.file, frame.page] { writer.write(text) }
            for number in [frame.time, frame.width, frame.height] { writer.write(number) }
        }
        writer.write(array: showings) { writer, showing in
            for text in [showing.page, showing.address] { writer.write(text) }
            writer.write(showing.time)
        }
        writer.write(array: touches) { writer, touch in
            writer.write(optional: touch.page) { $0.write($1) }
            writer.write(touch.time)
            for range in [touch.columns, touch.rows] { writer.write(range) }
        }
    }

    init(from reader: inout BinaryReader) throws(BinaryError) {
        func text(_ reader: inout BinaryReader) throws(BinaryError) -> String {
            try reader.string(maximumByteCount: Self.longestText)
        }
        let frames = try reader.array(maximumCount: Self.mostEvents) { reader in
            try reader.checked { reader in
                let (file, page, time) = (try text(&reader), try text(&reader), try reader.double())
                let (width, height) = (try reader.double(), try reader.double())
                let isSize = width >= 1 && height >= 1
                return isSize ? Frame(file: file, page: page, time: time, width: width, height: height) : nil
            }
        }
        let showings = try reader.array(maximumCount: Self.mostEvents) { reader in
            let (page, address) = (try text(&reader), try text(&reader))
            return Showing(page: page, time: try reader.double(), address: address)
        }
        let touches = try reader.array(maximumCount: Self.mostEvents) { reader in
            Touch(
                page: try reader.optional { try text(&$0) },
                time: try reader.double(),
                columns: try reader.doubles(),
                rows: try reader.doubles()
            )
        }
        self.init(frames: frames, showings: showings, touches: touches)
    }
}

extension BinaryWriter {
    mutating func write(_ range: ClosedRange<Double>) {
        write(range.lowerBound)
        write(range.upperBound)
    }
}

extension BinaryReader {
    mutating func doubles() throws(BinaryError) -> ClosedRange<Double> {
        try checked { reader in
            let (lower, upper) = (try reader.double(), try reader.double())
            return lower <= upper ? lower...upper : nil
        }
    }
}
