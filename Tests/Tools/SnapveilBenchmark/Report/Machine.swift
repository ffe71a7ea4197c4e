import Foundation

/// The machine that the benchmark runs on.
enum Machine {
    /// Processor, cores and kernel, for example `AMD EPYC, 2 cores, Linux 6.1.0`.
    static var description: String {
        let model = field("model name", of: "/proc/cpuinfo") ?? "unknown processor"
        var system = utsname()
        uname(&system)
        let kernel = withUnsafeBytes(of: &system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return "\(model), \(ProcessInfo.processInfo.processorCount) cores, Linux \(kernel)"
    }

    /// Whether this process, and what it starts, is kept on a single core.
    static var isOneCoreAllowed: Bool {
        field("Cpus_allowed_list", of: "/proc/self/status").flatMap { Int($0) } != nil
    }

    /// The first value of a file of lines like `name : value`.
    private static func field(_ name: String, of path: String) -> String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix(name) }?
            .split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
    }
}
