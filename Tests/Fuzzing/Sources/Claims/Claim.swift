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
