import ImageCore
import PolicyLibrary
import Redaction
import SecureMemory
import Testing

@testable import SnapveilBenchmark

@Suite("Jobs")
struct CoverTests {
    @Test("the regions lie apart, within the picture", arguments: [(1290, 2796), (1280, 720), (40, 40)])
    func regions(width: Int, height: Int) throws {
        let size = try #require(PixelSize(width: width, height: height))
        let regions = Cover.regionFill.regions(of: size)
        #expect(regions.count == 3)
        #expect(regions.allSatisfy { PixelRect(size).contains($0) })
        for (index, region) in regions.enumerated() {
            #expect(regions.dropFirst(index + 1).allSatisfy { $0.intersection(region) == nil })
        }
    }

    @Test("the service is asked for the policy that the redactor gets", arguments: Cover.allCases)
    func sameJob(cover: Cover) throws {
        let size = try #require(PixelSize(width: 1290, height: 2796))
        let policy = try cover.policy(for: size)
        let query = cover.query(for: size, compression: .small)
        let style = "style=\(policy.rules[0].style.kind)"
        #expect(query.hasPrefix(cover.sight == nil ? "\(style)&" : "policy=\(cover.rawValue)&"))
        #expect(query.split(separator: "&").count { $0.hasPrefix("region=") } == cover.regions(of: size).count)
        #expect(policy.rules.count == max(1, cover.regions(of: size).count))
        #expect(query.hasSuffix("&compression=small"))
    }

    @Test("a policy that the server has by name is the one that the redactor gets", arguments: Cover.allCases)
    func policyFile(cover: Cover) throws {
        #expect((cover.policyFile == nil) == (cover.sight == nil))
        guard let policy = cover.policyFile else { return }
        let directory = try TemporaryDirectory("policy-of-\(cover)")
        let path = try directory.write(SecureBytes(copying: Array(policy.utf8)), as: "\(cover).json")
        let size = try #require(PixelSize(width: 1290, height: 2796))
        #expect(try PolicyFile(path).read().rules == cover.policy(for: size).rules)
    }
}
