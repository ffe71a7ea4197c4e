import Glibc
import Testing

/// Something that a lock keeps a process from doing.
struct Denial: CustomTestStringConvertible {
    let deed: String
    let path: String
    let outcome: LockedProgram.Outcome

    private init(_ deed: String, _ path: String, _ outcome: LockedProgram.Outcome) {
        (self.deed, self.path, self.outcome) = (deed, path, outcome)
    }

    /// A deed that fails with an error, which is named.
    static func fails(_ deed: String, _ path: String = "-", with error: String) -> Denial {
        Denial(deed, path, .printed(error))
    }

    /// A deed that ends the process.
    static func kills(_ deed: String, _ path: String = "-") -> Denial {
        Denial(deed, path, .died(signal: SIGSYS))
    }

    var testDescription: String { "\(deed) \(path)" }
}
