import BoundedWork

/// All searches for values, in any order: the surest finding wins.
enum Kinds {
    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        try numbers.find(in: &search)
        try BankIdentifiers.find(in: &search)
        try Emails.find(in: &search)
        try Phones.find(in: &search)
        try Networks.find(in: &search)
        try Coordinates.find(in: &search)
        try BirthDates.find(in: &search)
        try PersonNames.find(in: &search)
        try Addresses.find(in: &search)
        try AddressForms.find(in: &search)
        try Passwords.find(in: &search)
        try Secrets.find(in: &search)
        try URLCredentials.find(in: &search)
        try CryptoAddresses.find(in: &search)
        try RecoveryPhrases.find(in: &search)
        try MachineReadableZones.find(in: &search)
    }

    private static let numbers = NumberSearch(
        NationalNumbers.rules + Cards.rules + BankAccounts.rules + Devices.rules + Documents.rules + Codes.rules
    )
}
