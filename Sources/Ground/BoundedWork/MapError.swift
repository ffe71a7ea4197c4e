/// The value of `body`; an error that it throws becomes the one that `transform` makes of it.
///
/// ```swift
/// let header = try mapError(file.checkedHeader(), \DecodingError.redactionError)
/// ```
/// The type of the error is known by that of `transform`: a key path, a closure that states it, or a function that is not
/// overloaded.
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
