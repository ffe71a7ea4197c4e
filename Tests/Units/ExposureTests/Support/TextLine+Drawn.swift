import SecureMemory

@testable import Detection

extension TextLine {
    /// A line that was found and read where a screen has it.
    init(_ text: String, _ place: (columns: Range<Int>, rows: Range<Int>), score: Double = 0.99) throws {
        let bytes = Array(text.utf8)
        func pixels(_ place: Int) -> Double { Double(place) / Double(Screen.unit) }
        self.init(
            quadrilateral: Quadrilateral(
                x: pixels(place.columns.lowerBound)...pixels(place.columns.upperBound),
                y: pixels(place.rows.lowerBound)...pixels(place.rows.upperBound)
            ),
            score: 0.95,
            text: RecognizedText(
                utf8: try SecureBytes(copying: bytes),
                characters: bytes.indices.map { RecognizedCharacter(bytes: $0..<$0 + 1, score: score, extent: 0...1) },
                score: score
            )
        )
    }
}
