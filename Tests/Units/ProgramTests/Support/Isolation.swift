/// How far a server is to keep apart what reads uploads, as `--isolation` says it.
enum Isolation: String, CaseIterable {
    case auto
    case none
}
