import Foundation

/// The parameters of a query in the order in which they stand, decoded as `application/x-www-form-urlencoded`.
struct QueryParameters {
    /// Names and values; a name may be repeated.
    let pairs: [(name: String, value: String)]

    /// Most parameters of a query.
    private static let maximumCount = 512

    /// - Parameter target: The request target; what follows its first `?` is the query.
    /// - Throws: A 400 for a percent-escape or bytes that are no UTF-8.
    init(target: String) throws(Problem) {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            pairs = []
            return
        }
        let fields = target[target.index(after: mark)...].split(separator: "&")
        guard fields.count <= Self.maximumCount else {
            throw .malformed("query-malformed", title: "The query is malformed", detail: "It has too many parameters")
        }
        var pairs: [(name: String, value: String)] = []
        for field in fields {
            let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            pairs.append((try Self.decode(sides[0]), sides.count == 2 ? try Self.decode(sides[1]) : ""))
        }
        self.pairs = pairs
    }

    private static func decode(_ text: Substring) throws(Problem) -> String {
        let spaced = text.replacing("+", with: " ")
        guard let decoded = spaced.removingPercentEncoding else {
            throw .malformed(
                "query-malformed",
                title: "The query is malformed",
                detail: "A percent escape in it is incomplete or not UTF-8"
            )
        }
        return decoded
    }
}
