import BoundedWork
import TextAlgorithms

/// Passwords behind short options of commands, as shells, Makefiles and CI jobs print them: `curl -u bob:…`, `docker login -u bob -p …`.
/// Options that say what they are, such as `--password`, are captions.
enum CommandOptions {
    /// An option of a program that has a password.
    private struct Option {
        let name: String
        /// Where its value stands.
        var place = Place.either
        /// The sign behind which a password stands in its value, if there is one; nil for a value that is a password.
        var separator: UInt8?
        /// The word of the command without which the option means something else; nil for none.
        var command: String?

        enum Place {
            /// In the next word, in the same word, or in either.
            case next, same, either
        }
    }

    private static let options: [String: [Option]] = {
        let pair = { (name: String) in Option(name: name, separator: colon) }
        let login = Option(name: "-p", place: .next, command: "login")
        let programs: [(names: String, options: [Option])] = [
            ("curl", [pair("-u"), pair("-U"), pair("--user"), pair("--proxy-user")]),
            ("http https xh xhs", [pair("-a"), pair("--auth")]),
            ("sshpass", [Option(name: "-p")]),
            ("docker podman nerdctl buildah skopeo helm az oc cf", [login]),
            (
                "mysql mysqldump mysqladmin mysqlimport mariadb mariadb-dump mariadb-admin 7z 7za 7zz 7zr",
                [Option(name: "-p", place: .same)]
            ),
            ("mongo mongosh mongodump mongorestore mongoimport mongoexport", [Option(name: "-p", place: .next)]),
            ("redis-cli", [Option(name: "-a", place: .next)]),
            ("sqlcmd bcp zip unzip", [Option(name: "-P")]),
            ("ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami", [Option(name: "-w")]),
            ("smbclient rpcclient", [Option(name: "-U", separator: UInt8(ascii: "%"))]),
            ("openssl", [Option(name: "-k", place: .next)]),
            ("keytool jarsigner", ["-storepass", "-keypass"].map { Option(name: $0, place: .next) }),
            (
                "security",
                ["-p", "-P"].map { Option(name: $0, place: .next) }
                    + [Option(name: "-k", place: .next, command: "set-key-partition-list")]
            ),
            ("altool", [Option(name: "-p", place: .next)]),
        ]
        let pairs = programs.flatMap { program in
            program.names.split(separator: " ").map { (String($0), program.options) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    private static let colon = UInt8(ascii: ":")
    /// Lengths of words that say what is done.
    private static let wordLengths = 2...22
    /// Words of a command that are looked at, and bytes of a password, at most.
    private static let (mostWords, longest) = (200, 512)
    /// Beginnings of what stands for a password, and is none: of variables, of stars, of options.
    private static let stands = Set("$*%<{[-".utf8)

    /// The passwords in commands of a text.
    static func fields(
        in range: Range<Int>,
        of source: UnsafeRawBufferPointer,
        _ notation: Notation,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [FieldMember] {
        guard notation != .jsonNumber else { return [] }
        try budget.spend(range.count)
        guard hasOption(source[range]) else { return [] }
        var fields: [FieldMember] = []
        var words = CommandWords(range, of: source)
        var command = Command()
        while let word = words.next() {
            if word.beginsCommand || command.count == mostWords { command = Command() }
            guard source[word.range].first == UInt8(ascii: "-") else {
                command.take(word.range, of: source)
                continue
            }
            for option in command.options where option.command.map(command.words.contains) ?? true {
                guard let value = value(of: option, in: word.range, before: words, of: source) else { continue }
                fields.append(FieldMember(name: word.range, value: value, notation: notation))
                break
            }
        }
        return fields
    }

    /// Whether a text has what looks like an option: a quick look.
    private static func hasOption(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        zip(text, text.dropFirst()).contains { $0 <= UInt8(ascii: " ") && $1 == UInt8(ascii: "-") }
    }

    /// What is known of a command from its words so far: one program may start another.
    private struct Command {
        private(set) var options: [Option] = []
        private(set) var words: Set<String> = []
        private(set) var count = 0

        /// Takes a word that is no option, and may name a program, with its directories or without.
        mutating func take(_ word: Range<Int>, of source: UnsafeRawBufferPointer) {
            count += 1
            let start = source[word].lastIndex { $0 == UInt8(ascii: "/") }.map { $0 + 1 } ?? word.lowerBound
            guard wordLengths.contains(word.upperBound - start) else { return }
            let name = String(decoding: source[start..<word.upperBound], as: UTF8.self)
            let known = CommandOptions.options[name] ?? []
            guard !options.isEmpty || !known.isEmpty, words.insert(name).inserted else { return }
            options += known
        }
    }

    /// The password of an option, if a word is that option and has one, or the next word is one.
    private static func value(
        of option: Option,
        in word: Range<Int>,
        before words: CommandWords,
        of source: UnsafeRawBufferPointer
    ) -> Range<Int>? {
        let (bytes, name) = (source[word], option.name.utf8)
        let isAlone = bytes.elementsEqual(name) || isCluster(bytes, endingWith: option)
        var value = word.upperBound..<word.upperBound
        if isAlone {
            var next = words
            // `-p'…'` is one word to a shell.
            guard let follower = next.next(quoted: true), !follower.beginsCommand,
                option.place != .same || follower.isAdjacent
            else { return nil }
            value = follower.range
        } else if option.place != .next, bytes.starts(with: name), name.count == 2 {
            value = word.lowerBound + name.count..<word.upperBound
        }
        if let separator = option.separator {
            guard let index = source[value].firstIndex(of: separator) else { return nil }
            value = index + 1..<value.upperBound
        }
        guard let first = source[value].first, value.count <= longest, !stands.contains(first) else { return nil }
        return value
    }

    /// Whether a word is several options of a letter, the last of which is one with a user and a password: `-su`.
    private static func isCluster(_ word: Slice<UnsafeRawBufferPointer>, endingWith option: Option) -> Bool {
        option.separator == colon && option.name.utf8.count == 2 && (3...8).contains(word.count)
            && word.last == option.name.utf8.last && word.dropFirst().allSatisfy(\.isASCIILetter)
    }
}

/// The words of commands in a text. Quotation marks part them like spaces, as a command may be a word of another one.
private struct CommandWords {
    struct Word {
        let range: Range<Int>
        /// Whether a command ended in front of it.
        let beginsCommand: Bool
        /// Whether nothing but a quotation mark stands between it and the word before.
        let isAdjacent: Bool
    }

    private let source: UnsafeRawBufferPointer
    private let end: Int
    private var position: Int

    init(_ range: Range<Int>, of source: UnsafeRawBufferPointer) {
        (self.source, position, end) = (source, range.lowerBound, range.upperBound)
    }

    /// The next word; with `quoted` up to the quotation mark that closes it, if it has one in front.
    mutating func next(quoted: Bool = false) -> Word? {
        var (hasEnded, isAdjacent) = (false, true)
        var quote: UInt8?
        while position < end, !quoted || quote == nil, isBetweenWords(source[position]) || isQuote(source[position]) {
            let byte = source[position]
            position += 1
            if isQuote(byte) {
                quote = byte
            } else if byte == UInt8(ascii: "\\") {
                // A quotation mark of JSON, or an end of a line.
                guard position < end, "nrt".utf8.contains(source[position]) else { continue }
                hasEnded = hasEnded || source[position] != UInt8(ascii: "t")
                isAdjacent = false
                position += 1
            } else {
                hasEnded = hasEnded || !" \t".utf8.contains(byte)
                isAdjacent = false
            }
        }
        guard position < end else { return nil }
        let start = position
        if quoted, let quote, let close = source[start..<end].firstIndex(of: quote) {
            position = close + 1
            let isEscaped = close > start && source[close - 1] == UInt8(ascii: "\\")
            return Word(range: start..<(isEscaped ? close - 1 : close), beginsCommand: hasEnded, isAdjacent: isAdjacent)
        }
        position = source[start..<end].firstIndex { isBetweenWords($0) || isQuote($0) } ?? end
        return Word(range: start..<position, beginsCommand: hasEnded, isAdjacent: isAdjacent)
    }

    private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") }

    private func isBetweenWords(_ byte: UInt8) -> Bool { " \t\r\n|;&()<>`\\".utf8.contains(byte) }
}
