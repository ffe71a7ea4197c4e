import HTTPParsing
import Synchronization

import func Glibc.time

/// The text of the `Date` field, made once a second.
final class DateClock: Sendable {
    private let cached = Mutex<(second: Int, text: String)>((-1, ""))

    /// The date now.
    var text: String {
        let now = time(nil)
        return cached.withLock { cached in
            if cached.second != now { cached = (now, HTTPDate.text(secondsSince1970: now)) }
            return cached.text
        }
    }
}
