import BoundedWork

/// Credentials in a URL: a user name with a password in front of the host, and tokens in its query.
enum URLCredentials {
    private static let lengthLimit = 2048

    /// Parameters with secret values, without dashes and underscores.
    private static let parameters: Set = [
        "token", "accesstoken", "apikey", "key", "password", "passwd", "pwd", "secret", "sig", "signature", "auth",
        "authtoken", "idtoken",
        "refreshtoken", "sessionid", "session", "sid", "code", "clientsecret", "xamzsignature", "xamzsecuritytoken",
        "xamzcredential", "jwt",
        "resettoken", "invite", "otp", "passcode", "appkey", "appid", "accesskey", "secretkey", "state", "ticket",
    ]

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        var index = 2
        while index + 1 < search.units.count {
            try search.budget.spend()
            guard search.units[index].equals("/"), search.units[index - 1].equals("/"),
                search.units[index - 2].equals(":")
            else {
                index += 1
                continue
            }
            let start = index + 1
            var end = start
            while end < search.units.count, end - start < lengthLimit, !search.units[end].isSpace,
                search.units[end].unitClass != .gap || search.isJoined,
                !search.units[end].isOne(of: "<>\"")
            { end += 1 }
            try search.budget.spend(2 * (end - start))
            findUser(start..<end, &search)
            findParameters(start..<end, &search)
            index = max(end, index + 1)
        }
    }

    /// Finds the part before the last `@` of the authority, if it has a colon.
    private static func findUser(_ range: Range<Int>, _ search: inout RunSearch) {
        let authorityEnd =
            range.first { search.units[$0].isOne(of: "/?#") } ?? range.upperBound
        guard let at = (range.lowerBound..<authorityEnd).last(where: { search.units[$0].equals("@") }),
            let colon = (range.lowerBound..<at).first(where: { search.units[$0].equals(":") }), colon + 1 < at
        else { return }
        search.report(.urlCredentials, at: range.lowerBound..<at, score: 0.98, by: .form)
    }

    private static func findParameters(_ range: Range<Int>, _ search: inout RunSearch) {
        var start = range.lowerBound
        while let mark = (start..<range.upperBound).first(where: {
            search.units[$0].isOne(of: "?&#;")
        }) {
            let nameStart = mark + 1
            let end =
                (nameStart..<range.upperBound).first { search.units[$0].isOne(of: "&#;") }
                ?? range.upperBound
            start = end
            guard let sign = (nameStart..<end).first(where: { search.units[$0].equals("=") }), end - sign > 6 else {
                continue
            }
            let name = search.folded(nameStart..<sign).filter { $0 != "_" && $0 != "-" && $0 != "." }
            if parameters.contains(name) {
                search.report(.urlCredentials, at: sign + 1..<end, score: 0.93, by: .form)
            }
        }
    }
}
