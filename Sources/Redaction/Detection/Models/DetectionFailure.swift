import BoundedWork
public import SecureMemory

/// Why something was not looked for to the end. Nothing that was found until then is known.
public enum DetectionFailure: Error, Equatable, CustomStringConvertible {
    /// The picture takes more work than was granted.
    case tooExpensive
    /// Nobody waits for the work any more.
    case cancelled
    /// There is not enough memory.
    case outOfMemory(OutOfMemory)
    /// A library failed, which none of them does on any picture; what it says.
    case broken(String)

    /// A sentence for a log.
    public var description: String {
        switch self {
        case .tooExpensive: BudgetFailure.spent.description
        case .cancelled: WorkFailure.cancelled.description
        case .outOfMemory(let error): error.description
        case .broken(let reason): "a detector failed: \(reason)"
        }
    }

    init(_ failure: BudgetFailure) {
        self =
            switch failure {
            case .spent: .tooExpensive
            case .cancelled: .cancelled
            case .outOfMemory(let error): .outOfMemory(error)
            }
    }
}

extension DetectionFailure {
    /// Calls `body`, which throws this error, a `BudgetFailure` or `OutOfMemory`.
    ///
    /// - Throws: ``DetectionFailure``.
    static func wrapping<Result: ~Copyable>(_ body: () throws -> Result) throws(DetectionFailure) -> Result {
        do {
            return try body()
        } catch let error as DetectionFailure {
            throw error
        } catch let error as BudgetFailure {
            throw DetectionFailure(error)
        } catch let error as OutOfMemory {
            throw .outOfMemory(error)
        } catch {
            throw .broken("\(error)")
        }
    }
}
