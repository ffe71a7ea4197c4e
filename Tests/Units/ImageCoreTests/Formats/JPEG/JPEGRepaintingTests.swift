import BoundedWork
import SecureMemory
import Synchronization
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A JPEG is painted and written while it is read")
struct JPEGRepaintingTests {
    private static let (width, height) = (500, 1403)

    /// Several steps of rows, however they are spread over scans.
    static let fixtures: [JPEGFixture] = [
        JPEGFixture(width: width, height: height), JPEGFixture(width: width, height: height, sampling: .s444),
        JPEGFixture(width: width, height: height, scans: .separate),
        JPEGFixture(width: width, height: height, scans: .progressive, sampling: .s422),
    ]

    private static func file(_ fixture: JPEGFixture) throws -> SecureBytes {
        let picture = Picture.gradient(width, height, channels: fixture.space.channels)
            .replacing(seed: 71) { x, y in x / 8 % 3 == 0 && y / 8 % 2 == 0 }
        return try SecureBytes(copying: fixture.encode(picture))
    }

    private static func open(_ file: SecureBytes, _ work: WorkContext = WorkContext()) throws -> JPEGFile {
        try JPEGFile(opening: file, limits: DecodingLimits(), work: work)
    }

    /// A way to have a file painted meanwhile.
    enum Way: CaseIterable {
        case pixels, coefficients

        /// `paint` is asked as the method of the file asks it, but for the picture.
        func run(_ file: JPEGFile, _ paint: (_ rowCount: Int) -> Int?) throws(DecodingError) -> SecureBytes? {
            switch self {
            case .pixels: try file.repainted(quality: 80) { paint($1) }
            case .coefficients: try file.edited { paint($1) }
            }
        }
    }

    /// Rectangles of whole units that follow each other downwards.
    private static let covers = [(16, 0, 64, 32), (96, 16, 32, 96), (0, 640, 500, 48), (208, 1392, 96, 11)]
        .compactMap { PixelRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) }
        .compactMap { PaintArea($0) }

    /// Paints what is known of ``covers``, and returns the number of rows that are final then.
    private static func paint(
        _ waiting: inout ArraySlice<PaintArea>,
        _ rowCount: Int,
        _ cover: (PaintArea) throws -> Void
    ) -> Int? {
        while let area = waiting.first, area.target.maxY <= rowCount {
            guard (try? cover(area)) != nil else { return nil }
            waiting.removeFirst()
        }
        return min(rowCount, waiting.first?.target.y ?? rowCount)
    }

    @Test("the bytes are those of reading, painting and writing in turn", arguments: fixtures, [1, 2, 5])
    func same(fixture: JPEGFixture, threads: Int) throws {
        let file = try Self.file(fixture)
        let work = WorkContext(threads: { threads })
        let blur = GaussianBlur(sigma: 3)
        var pixels = try Self.open(file).decoded().takePixels()
        for area in Self.covers { try blur.apply(to: &pixels, in: area) }
        var waiting = Self.covers[...]
        let repainted = try Self.open(file, work).repainted(quality: 80) { image, rowCount in
            Self.paint(&waiting, rowCount) { try blur.apply(to: &image.pixels, in: $0, work: work) }
        }
        #expect(try repainted == pixels.encoded(.jpeg(quality: 80)))

        let expected = try Self.open(file).rewritten { picture in
            for area in Self.covers { try picture.cover(area, with: blur) }
        }
        waiting = Self.covers[...]
        let edited = try Self.open(file, work).edited { picture, rowCount in
            Self.paint(&waiting, rowCount) { try picture.cover($0, with: blur, work: work) }
        }
        #expect(edited == expected && expected != nil)
    }

    @Test("rows that were written are given back, unless they are kept for the next picture", arguments: fixtures)
    func discarded(fixture: JPEGFixture) throws {
        let file = try Self.file(fixture)
        let before = IdleMemory.byteLimit
        defer { IdleMemory.byteLimit = before }
        let results = try [before, 0].map { limit in
            IdleMemory.byteLimit = limit
            // Whether the first row is still there when the last one is painted.
            var isKept: [Bool] = []
            let repainted = try Self.open(file).repainted(quality: 80) { image, rowCount in
                if rowCount == Self.height { isKept.append(image.pixels.samples(x: 40, y: 2) != [0, 0, 0]) }
                return rowCount
            }
            let edited = try Self.open(file).edited { picture, rowCount in
                if rowCount == Self.height { isKept.append(picture.blocks(inRow: 0, of: 0)[0] != 0) }
                return rowCount
            }
            return (bytes: [try #require(repainted), try #require(edited)], isKept: isKept)
        }
        #expect(results[0].bytes == results[1].bytes)
        #expect(results[0].isKept == [true, true])
        // Of several scans, no coefficient is written before all are read.
        #expect(results[1].isKept == [false, fixture.scans != .baseline])
    }

    @Test(
        "painting sees ever more rows, and those that may still be painted are not written before",
        arguments: Way.allCases
    )
    func rows(way: Way) throws {
        for threads in [1, 2] {
            let work = WorkContext(threads: { threads })
            let file = try Self.open(Self.file(Self.fixtures[0]), work)
            var counts: [Int] = []
            let atOnce = try way.run(file) { rowCount in
                counts.append(rowCount)
                return rowCount
            }
            #expect(counts.count > 2 && counts == counts.sorted() && counts.last == Self.height)
            let atLast = try way.run(file) { $0 == Self.height ? $0 : 0 }
            #expect(atOnce == atLast && atOnce != nil)
        }
    }

    @Test("a file that ends early, or goes on, is refused", arguments: Way.allCases, [1, 2])
    func damage(way: Way, threads: Int) throws {
        let work = WorkContext(threads: { threads })
        let bytes = try Self.file(Self.fixtures[0]).withUnsafeBytes(Array.init)
        for count in [bytes.count - 2, bytes.count - 900, bytes.count / 2, bytes.count / 9] {
            let file = try Self.open(SecureBytes(copying: Array(bytes.prefix(count))), work)
            #expect(throws: DecodingError.self) { try way.run(file) { $0 } }
        }
    }

    @Test("nothing comes of it where painting ends the work, or nobody waits for it", arguments: Way.allCases, [1, 2])
    func ended(way: Way, threads: Int) throws {
        let bytes = try Self.file(Self.fixtures[0])
        let file = try Self.open(bytes, WorkContext(threads: { threads }))
        #expect(try way.run(file) { $0 > Self.height / 2 ? nil : $0 } == nil)
        let cancellation = Cancellation()
        let cancelled = try Self.open(bytes, WorkContext(cancellation: cancellation, threads: { threads }))
        #expect(throws: DecodingError.cancelled) {
            try way.run(cancelled) { rowCount in
                if rowCount > Self.height / 2 { cancellation.cancel() }
                return rowCount
            }
        }
    }

    @Test("painting that leaves rows out, goes back, or ahead of what was read, ends the work", arguments: Way.allCases)
    func unfinished(way: Way) throws {
        let file = try Self.open(Self.file(Self.fixtures[0]), WorkContext(threads: { 2 }))
        let faults: [(Int) -> Int] = [
            { min($0, Self.height - 1) }, { $0 == Self.height ? 0 : $0 }, { $0 + 1 }, { -$0 },
        ]
        for fault in faults { #expect(try way.run(file) { fault($0) } == nil) }
    }

    @Test("a thread that is gone when it is needed is not waited for", arguments: Way.allCases)
    func withdrawn(way: Way) throws {
        let file = try Self.file(Self.fixtures[0])
        let expected = try way.run(Self.open(file)) { $0 }
        for last in 1...12 {
            let questions = Atomic(0)
            let work = WorkContext(threads: { questions.add(1, ordering: .relaxed).newValue <= last ? 2 : 1 })
            #expect(try way.run(Self.open(file, work)) { $0 } == expected)
        }
    }

    @Test("pixels of a picture that is upright and in colours that stay are painted so, grey or not")
    func taken() throws {
        func isTaken(_ fixture: JPEGFixture) throws -> Bool {
            let file = try Self.open(Self.file(fixture))
            let isRepainted = try Way.pixels.run(file) { $0 } != nil
            #expect(isRepainted == (file.repaintableHeader != nil))
            return isRepainted
        }
        var fixture = JPEGFixture(width: Self.width, height: Self.height)
        for space in JPEGFixture.Space.allCases {
            fixture.space = space
            #expect(try isTaken(fixture) == (space.channels < 4), "\(space)")
        }
        fixture.space = .ycc
        fixture.app1 = ImageFixtures.app1(exifBlock(orientation: 6, bigEndian: true))
        #expect(try !isTaken(fixture))
    }
}
