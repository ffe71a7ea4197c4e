import BoundedWork

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
                search.report(.bic, at: atom, score: 0.95)
            } else if atom.count == 11, characters.suffix(3).allSatisfy({ $0 == UInt8(ascii: "X") }) {
                search.report(.bic, at: atom, score: 0.8)
            } else if context.support(.kind(.iban)) == .labelled, !context.before.isEmpty {
                search.report(.bic, at: atom, score: 0.7)
            }
        }
    }
}
