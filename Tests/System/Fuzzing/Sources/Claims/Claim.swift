/// Stops the run, which makes libFuzzer keep the input, unless `condition` holds. Unlike `precondition` it says what was
/// claimed in release builds too.
public func claim(
    _ condition: Bool,
    _ statement: @autoclosure () -> String,
    file: StaticString = #file,
    line: UInt = #line
) {
    guard condition else { fatalError("does not hold: \(statement())", file: file, line: line) }
}

/// Claims that `description` is a short text without control characters, whatever a stranger sent.
public func claimIsMessage(_ description: String, file: StaticString = #file, line: UInt = #line) {
    claim((1..<1000).contains(description.count), "an error is a sentence", file: file, line: line)
    let isText = !description.unicodeScalars.contains { $0.properties.generalCategory == .control }
    claim(isText, "an error steers nothing", file: file, line: line)
}
