/// The date of a message, `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate: RFC 9110, section 5.6.7).
public enum HTTPDate {
    /// The text of a moment.
    ///
    /// - Parameter seconds: Seconds since 1970-01-01 00:00:00 UTC, without leap seconds, from the year 0 to 9999.
    public static func text(secondsSince1970 seconds: Int) -> String {
        let day = Int((Double(seconds) / 86400).rounded(.down))
        let second = seconds - day * 86400
        let date = civilDate(daysSince1970: day)
        let weekday = weekdays[((day % 7) + 11) % 7]
        let clock = "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
        let year = String(repeating: "0", count: max(0, 4 - String(date.year).count)) + String(date.year)
        return "\(weekday), \(padded(date.day)) \(months[date.month - 1]) \(year) \(clock) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The Gregorian date, by Howard Hinnant's `civil_from_days`: eras of 400 years that begin on the 1st of March, so
    /// that the leap day is the last of its year.
    private static func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
