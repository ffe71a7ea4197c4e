import BoundedWork
public import SecureMemory

/// Reason why a search was not finished. Nothing that was found until then is known.
public enum DetectionFailure: Error, Equatable, CustomStringConvertible {
    /// The picture takes more work than was granted.
    case tooExpensive
    /// Nobody waits for the work any more.
    case cancelled
    /// There is not enough memory.
    case outOfMemory(OutOfMemory)
    /// A library failed, which none of them does on any picture; its message.
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

/// Reason why no ``Detector`` could be made.
public enum DetectorError: Error, Equatable, CustomStringConvertible {
    /// A file is not there or cannot be read.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reason: The message of the system.
    case missing(path: String, reason: String)
    /// A file has the wrong content.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reason: The fault of the file.
    case damaged(path: String, reason: String)

    /// A sentence for a log, with the path of the file.
    public var description: String {
        switch self {
        case .missing(let path, let reason): "\(path) cannot be read: \(reason)"
        case .damaged(let path, let reason): "\(path) cannot be used: \(reason)"
        }
    }
}
