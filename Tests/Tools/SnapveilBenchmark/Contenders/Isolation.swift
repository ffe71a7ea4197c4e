/// Where our service works on what it is sent: a value of `snapveil serve --isolation`.
enum Isolation: String, CaseIterable {
    /// In a contained process, as it does unless it is told not to.
    case required
    /// In the process that has the sockets.
    case none
}
