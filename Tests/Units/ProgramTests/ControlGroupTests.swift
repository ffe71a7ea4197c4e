import Foundation
import Testing

@testable import snapveil

@Suite("What a container lets a server have")
struct ControlGroupTests {
    @Test("the smallest limit of the process's group and of those that hold it counts, in version 2")
    func unified() throws {
        let root = try tree([
            "memory.max": "max\n", "cpu.max": "max 100000\n", "pod/memory.max": "1000000\n",
            "pod/cpu.max": "150000 100000\n", "pod/app/memory.max": "2000000\n", "pod/app/cpu.max": "max 100000\n",
        ])
        let groups = ControlGroups(listing: "0::/pod/app\n", root: root.path)
        #expect(groups.memoryByteCount == 1_000_000)
        #expect(groups.processors == 1.5)
    }

    @Test("so it does in version 1, where each controller has groups of its own")
    func separate() throws {
        let root = try tree([
            "memory/a/memory.limit_in_bytes": "3000000\n", "memory/memory.limit_in_bytes": "9223372036854771712\n",
            "cpu/b/cpu.cfs_quota_us": "25000\n", "cpu/b/cpu.cfs_period_us": "50000\n", "cpu/cpu.cfs_quota_us": "-1\n",
            "cpu/cpu.cfs_period_us": "100000\n",
        ])
        let groups = ControlGroups(listing: "5:cpu,cpuacct:/b\n4:memory:/a\n1:name=systemd:/\n0::/\n", root: root.path)
        #expect(groups.memoryByteCount == 3_000_000)
        #expect(groups.processors == 0.5)
    }

    @Test("in a container whose group is the root of what is mounted, the path of the host leads nowhere")
    func mounted() throws {
        let root = try tree(["memory.max": "268435456\n", "cpu.max": "50000 100000\n"])
        let groups = ControlGroups(listing: "0::/kubepods/pod1/x\n", root: root.path)
        #expect(groups.memoryByteCount == 256 << 20)
        #expect(groups.processors == 0.5)
    }

    @Test("what says nothing, or nothing that can be read, is no limit")
    func unlimited() throws {
        let root = try tree(["memory.max": "max\n", "cpu.max": "max 100000\n"])
        for listing in ["", "0::/\n", "garbage\n", "0::/no/such/group\n"] {
            let groups = ControlGroups(listing: listing, root: root.path)
            #expect(groups.memoryByteCount == nil && groups.processors == nil)
        }
        let odd = try tree(["memory.max": "many\n", "cpu.max": "0 0\n"])
        let groups = ControlGroups(listing: "0::/\n", root: odd.path)
        #expect(groups.memoryByteCount == nil && groups.processors == nil)
    }

    private func tree(_ files: [String: String]) throws -> Directory {
        let directory = try Directory()
        for (path, text) in files {
            let file = URL(filePath: directory[path])
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try directory.write(Array(text.utf8), to: path)
        }
        return directory
    }
}
