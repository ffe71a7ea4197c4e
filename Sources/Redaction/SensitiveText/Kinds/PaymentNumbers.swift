import BoundedWork

enum Cards {
    static let rules = [
        NumberRule(
            .card,
            distinct: "dddd dddd dddd dddd,dddd-dddd-dddd-dddd,dddd.dddd.dddd.dddd,dddd dddddd ddddd,dddd-dddddd-ddddd,"
                + "dddd dddddd dddd,dddd dddd dddd dddd ddd",
            check: .certain,
            isValid: isCard
        ),
        NumberRule(
            .card,
            distinct: "dddddddddddddddd,ddddddddddddddd",
            labelled:
                "dddddddddddddd,ddddddddddddd,dddddddddddd,ddddddddddddddddd,dddddddddddddddddd,ddddddddddddddddddd",
            check: .weak,
            isValid: isCard
        ),
        NumberRule(.cardSecurityCode, labelled: "ddd,dddd", check: .none, isFree: false),
    ]

    private static func isCard(_ number: CompactNumber) -> Bool {
        !number.isUniform && isIssued(number) && number.followsLuhn()
    }

    /// Whether an issuer's numbers have this beginning and length (ISO/IEC 7812 and the lists of the schemes).
    private static func isIssued(_ number: CompactNumber) -> Bool {
        let (two, three, four) = (number.value(0..<2), number.value(0..<3), number.value(0..<4))
        switch number.count {
        case 12, 13, 17, 18: return number.digit(0) == 4 && number.count == 13 || isMaestro(two)
        case 14: return (300...305).contains(three) || two == 36 || two == 38
        case 15: return two == 34 || two == 37 || four == 1800 || four == 2131
        case 16:
            return number.digit(0) == 4 || (51...55).contains(two) || (2221...2720).contains(four)
                || four == 6011 || (644...659).contains(three) || (3528...3589).contains(four)
                || two == 62 || two == 81 || two == 36 || [60, 82].contains(two) || (2200...2204).contains(four)
                || four == 9792 || isMaestro(two)
        case 19: return number.digit(0) == 4 || two == 62 || (644...659).contains(three) || isMaestro(two)
        default: return false
        }
    }

    private static func isMaestro(_ prefix: Int) -> Bool {
        prefix == 50 || (56...58).contains(prefix) || prefix == 63 || prefix == 67 || prefix == 69
    }
}

enum BankAccounts {
    static let rules = [
        iban,
        NumberRule(
            .bankAccount,
            labelled: ((6...20) + [22]).map { String(repeating: "d", count: $0) }.joined(separator: ","),
            check: .none,
            concepts: .kind(.bankAccount)
        ),
        NumberRule(.bankCode, labelled: "ddddddddd,dddd-dddd-d,dddd dddd d", check: .weak) {
            $0.weighted([3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 == 0 && !$0.isUniform
        },
        NumberRule(
            .bankCode,
            labelled: "dd-dd-dd,dd dd dd,dddddd,ddd-ddd,ddd ddd,ddd ddd dd,dddddddd,ddddd-ddd,dddd",
            check: .none,
            isFree: false
        ),
        NumberRule(.bankCode, distinct: "aaaadxxxxxx", check: .none, isFree: false) {
            $0.digit(4) == 0 && (5..<11).count(where: $0.isDigit) > 3
        },
    ]

    private static let iban = NumberRule(
        .iban,
        distinct: (15...34).flatMap { [shape($0, "d"), shape($0, "b"), shape($0, "c"), shape($0, "x")] }
            .joined(separator: ","),
        check: .certain,
        // Captions of accounts stand beside both.
        concepts: .kind(.iban).union(.kind(.bankAccount)),
        isValid: { lengths[country(of: $0)] == $0.count && $0.remainder97(from: 4) == 1 }
    )

    private static func country(of number: CompactNumber) -> Int {
        number.letter(0) * 26 + number.letter(1)
    }

    /// Two letters and two digits, then digits, digits behind four letters for the bank (`b`) or behind one that checks them
    /// (`c`), or either, in groups of four and without spaces.
    private static func shape(_ length: Int, _ body: Character) -> String {
        let characters = (0..<length).map { index in
            if index < 4 { return index < 2 ? "a" : "d" }
            switch body {
            case "b": return index < 8 ? "a" : "d"
            case "c": return index == 4 ? "a" : "d"
            default: return String(body)
            }
        }
        let groups = stride(from: 0, to: length, by: 4).map { characters[$0..<min($0 + 4, length)].joined() }
        return groups.joined(separator: " ") + "," + characters.joined()
    }

    /// Length of the numbers of a country (SWIFT, IBAN Registry).
    private static let lengths: [Int: Int] = {
        let registry = """
            AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28
            CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21
            LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33
            SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
            """
        var lengths: [Int: Int] = [:]
        for entry in registry.split(whereSeparator: \.isWhitespace) {
            lengths[country(of: CompactNumber(String(entry)))] = Int(entry.dropFirst(2))
        }
        return lengths
    }()

    /// Countries whose banks have codes.
    static let countries = Set(
        """
                AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD
        CF CG CH CI CL CM CN CO CR CU CV         CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FO FR GA GB
        GD GE GG GH GI GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE         IL IM IN IQ IR IS IT JE JM JO JP KE KG
        KH KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MO MR         MT MU MV
        MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PS PT PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL
        SM SN SO SR         SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TZ UA UG US UY UZ VA VC VE VG VN VU WS XK
        YE ZA ZM ZW
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    )
}

/// Bank identifier codes (ISO 9362): four letters for the bank, two for the country, two or five characters more.
enum BankIdentifiers {
    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        for atom in search.atoms where atom.count == 8 || atom.count == 11 {
            try search.budget.spend(4)
            let units = search.units[atom]
            let characters = units.map(\.capital)
            guard characters.prefix(6).allSatisfy({ (65...90).contains($0) }),
                BankAccounts.countries.contains(String(decoding: characters[4..<6], as: UTF8.self)),
                units.allSatisfy({ $0.unitClass != .small })
            else { continue }
            let context = search.context(of: atom)
            if context.support(.kind(.bic)) == .labelled {
                search.report(.bic, at: atom, score: 0.95, by: .caption)
            } else if atom.count == 11, characters.suffix(3).allSatisfy({ $0 == UInt8(ascii: "X") }) {
                search.report(.bic, at: atom, score: 0.8, by: .form)
            } else if context.support(.kind(.iban)) == .labelled, !context.before.isEmpty {
                search.report(.bic, at: atom, score: 0.7, by: .caption)
            }
        }
    }
}
