import Glibc
import ImageCore
import Redaction
import Testing

@testable import ImageFixtures
@testable import PolicyLibrary

@Suite("What a server has by name is checked as a whole")
struct CatalogueTests {
    private static let logo = #"{ "rules": [ { "target": "screen", "style": { "image": { "asset": "logo" } } } ] }"#
    private static let picture = ChunkedPNG(holding: .noise(9, 7, channels: 3, seed: 1)).bytes

    @Test("pictures are known by the names of their files, and others than PNG and JPEG do not count")
    func pictures() throws {
        let directory = try Directory(["notes.txt": "no picture"])
        try directory.write(Self.picture, to: "logo.PNG")
        let jpeg = try JPEGFixture(width: 9, height: 7).encode(.noise(9, 7, channels: 3, seed: 2))
        try directory.write(jpeg, to: "splash.jpeg")
        let catalogue = try Catalogue(sources(assets: directory))
        #expect(catalogue.assets.names == ["logo", "splash"])
        #expect(catalogue.warnings.isEmpty)
    }

    @Test("a picture that cannot be used is an error where a policy names it, and a warning elsewhere")
    func brokenPicture() throws {
        let directory = try Directory(["logo.png": "no picture", "other.png": ""])
        let catalogue = try Catalogue(sources(assets: directory))
        #expect(catalogue.assets.names.isEmpty)
        #expect(catalogue.warnings.map(\.path) == [directory["logo.png"], directory["other.png"]])
        try directory.write(Array(Self.logo.utf8), to: "any.json")
        let error = #expect(throws: InvalidFile.self) {
            try Catalogue(sources(policies: directory, assets: directory))
        }
        #expect(error?.path == directory["logo.png"])
        let splash = try Directory(["splash.png": "no picture"])
        #expect(throws: InvalidFile.self) { try Catalogue(sources(assets: splash)) }
    }

    @Test("a picture that is no regular file is one that cannot be used, at once", .timeLimit(.minutes(1)))
    func otherKinds() throws {
        let directory = try Directory()
        #expect(mkfifo(directory["logo.png"], 0o600) == 0)
        #expect(symlink("/dev/zero", directory["zero.jpg"]) == 0)
        let catalogue = try Catalogue(sources(assets: directory))
        #expect(catalogue.warnings.map(\.reason) == ["it is not a regular file", "it is not a regular file"])
        try directory.write(Array(Self.logo.utf8), to: "any.json")
        #expect(throws: InvalidFile.self) { try Catalogue(sources(policies: directory, assets: directory)) }
    }

    @Test("pictures that are too large together cannot all be used")
    func together() throws {
        let directory = try Directory()
        for name in ["a.png", "b.png", "c.png"] { try directory.write(Self.picture, to: name) }
        let bytes = 2 * Self.picture.count + 1
        let files = try PictureFile.all(in: directory.path, maximumBytes: bytes)
        let pictures = DecodedPictures(files, limits: DecodingLimits())
        #expect(pictures.assets.keys.sorted() == ["a", "b"])
        #expect(pictures.failures["c"]?.reason.hasSuffix("exceed \(bytes) bytes together") == true)
    }

    @Test("a picture that is not there may come with a request")
    func absentPicture() throws {
        let directory = try Directory(["any.json": Self.logo])
        #expect(try Catalogue(sources(policies: directory, assets: directory)).policies["any"] != nil)
    }

    @Test("a picture beyond the limits is one that cannot be used")
    func limits() throws {
        let directory = try Directory()
        try directory.write(Self.picture, to: "logo.png")
        var sources = sources(assets: directory)
        sources.limits = DecodingLimits(maximumPixels: 62)
        #expect(try Catalogue(sources).warnings.count == 1)
    }

    @Test("two pictures of one name, and names that are none, are errors", arguments: ["logo.jpg", "a b.png"])
    func names(name: String) throws {
        let directory = try Directory()
        for name in ["logo.png", name] { try directory.write(Self.picture, to: name) }
        #expect(throws: InvalidFile.self) { try Catalogue(sources(assets: directory)) }
    }

    @Test("the default is a policy that there is and that can be carried out")
    func defaultPolicy() throws {
        var sources = Catalogue.Sources()
        sources.defaultPolicy = "none"
        let unknown = #expect(throws: InvalidFile.self) { try Catalogue(sources) }
        let names = "blackout, blur, frosted, mask, privacy-screen, splash"
        #expect(unknown?.reason == "there is no policy \"none\"; known are \(names)")
        sources.defaultPolicy = "blur"
        #expect(try Catalogue(sources).defaultPolicy == "blur")
        sources.minimumAssurance = .erased
        #expect(throws: InvalidFile.self) { try Catalogue(sources) }
    }

    private func sources(policies: Directory? = nil, assets: Directory? = nil) -> Catalogue.Sources {
        var sources = Catalogue.Sources()
        sources.policies = policies?.path
        sources.assets = assets?.path
        return sources
    }
}
