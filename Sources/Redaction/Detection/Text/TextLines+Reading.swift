extension [TextLine] {
    /// Below this score a line is hardly ever what was written.
    private static let leastScore = 0.8
    /// So many such lines tell that a screen is in a script that the recogniser does not know.
    private static let leastUnread = 3
    /// Below this score a line on such a screen is in that script, and only looks like what was read.
    private static let leastScoreBesideUnread = 0.93

    /// For each line of a picture that was read, whether what it says is known: the recogniser takes characters of scripts that it
    /// does not know for others, and is unsure of them.
    ///
    /// Those in scripts with readers of their own are known where these are sure of them. On made-up screens, of the lines in Latin
    /// script 0.4 % are told to be unread.
    public var areRead: [Bool] {
        let scores = map { $0.text?.score ?? 0 }
        let isForeign = scores.count { $0 < Self.leastScore } >= Self.leastUnread
        return scores.map { $0 >= (isForeign ? Self.leastScoreBesideUnread : Self.leastScore) }
    }
}
