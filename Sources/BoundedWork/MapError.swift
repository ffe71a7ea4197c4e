/// The value of `body`; an error that it throws becomes the one that `transform` makes of it.
///
/// ```swift
/// try mapError(pixels.encoded(.png(.fast)), RedactionError.init)
/// ```
package func mapError<Value: ~Copyable, Failure: Error, Mapped: Error>(
    _ body: @autoclosure () throws(Failure) -> Value,
    _ transform: (Failure) -> Mapped
) throws(Mapped) -> Value {
    do {
        return try body()
    } catch {
        throw transform(error)
    }
}
