extension NationalNumbers {
    static let southAsia = [
        rule(.indiaAadhaar, distinct: "dddd dddd dddd,dddd-dddd-dddd", labelled: "dddddddddddd", check: .weak) {
            $0.digit(0) > 1 && $0.followsVerhoeff
        },
        // The fourth letter says what the holder is.
        rule(.indiaPAN, distinct: "aaaaadddda", check: .none) { "ABCFGHJLPTK".utf8.contains($0[3]) },
        rule(.pakistanCNIC, distinct: "ddddd-ddddddd-d", labelled: "ddddddddddddd", check: .none) {
            (1...7).contains($0.digit(0)) && $0.digit(12) > 0
        },
    ]
}
