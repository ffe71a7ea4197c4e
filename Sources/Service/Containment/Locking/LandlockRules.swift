import CContainment
import Glibc

/// What a process that is locked by Landlock can still do. With no rule it can open no file.
struct LandlockRules {
    /// What is denied besides files.
    struct Denials: OptionSet {
        let rawValue: UInt32
        /// To listen on a port of TCP, and to connect to one.
        static let networks = Denials(rawValue: UInt32(landlock_denies_networks))
        /// To send signals to processes that are not locked by the same rules, and to reach abstract sockets of theirs.
        static let others = Denials(rawValue: UInt32(landlock_denies_others))
    }

    /// What is allowed of what is at a path and beneath it.
    struct Access: OptionSet {
        let rawValue: UInt32
        /// To read files.
        static let read = Access(rawValue: UInt32(landlock_reads))
        /// To read which names a directory has.
        static let list = Access(rawValue: UInt32(landlock_lists))
        /// To write to files that are there.
        static let write = Access(rawValue: UInt32(landlock_writes))
    }

    /// Allows `access` to what is at `path` and beneath it. A path that leads nowhere allows nothing.
    struct Rule {
        let path: String
        let access: Access
    }

    /// What is denied besides files.
    var denials: Denials = []
    /// What is allowed.
    var rules: [Rule] = []

    /// Puts the rules in force for good, for this thread and those that it starts.
    ///
    /// - Returns: 0, or the value of `errno` that says why the rules are not in force.
    func enforce() -> Int32 {
        let ruleset = lock_landlock_begin(denials.rawValue)
        guard ruleset >= 0 else { return errno }
        // Some are refused: pipes need no rule, and what is not there cannot have one.
        for rule in rules { _ = lock_landlock_allow(ruleset, rule.path, rule.access.rawValue) }
        return lock_landlock_enforce(ruleset)
    }
}
