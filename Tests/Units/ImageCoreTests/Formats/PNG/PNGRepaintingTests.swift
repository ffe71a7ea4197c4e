import BoundedWork
import SecureMemory
import SeededRandom
import Synchronization
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A PNG is painted and written while it is read")
struct PNGRepaintingTests {
    private static let (width, height) = (411, 603)
    /// Several strips, of some 25 rows.
    private static let stripCount = 1 << 15

    enum Content: CaseIterable {
        case manyColors, manyColorsBelow, fewColors
        case opaque, opaqueOfFewColors, translucent, translucentBelow, translucentLast, fewColorsThenTranslucent

        var channels: Int {
            switch self {
            case .manyColors, .manyColorsBelow, .fewColors: 3
            default: 4
            }
        }

        private func hasManyColors(_ y: Int) -> Bool {
            switch self {
            case .fewColors, .opaqueOfFewColors, .fewColorsThenTranslucent: false
            case .manyColorsBelow: y > 300
            default: true
            }
        }

        private func alpha(_ x: Int, _ y: Int) -> UInt8 {
            let first =
                switch self {
                case .translucent: 0
                case .translucentBelow, .fewColorsThenTranslucent: 200
                case .translucentLast: height - 1
                default: height
                }
            return y >= first && x % 90 == 3 ? UInt8(truncatingIfNeeded: y) & 0x7F : 255
        }

        var picture: Picture {
            let samples = Picture.noise(width, height, channels: 3, seed: 77)
            return Picture(width: width, height: height, channels: channels) { x, y, channel in
                if channel == 3 { return alpha(x, y) }
                guard alpha(x, y) > 0 else { return 0 }
                let mask: UInt8 = hasManyColors(y) ? 0x1F : 0x01
                return samples.samples[(y * width + x / 3) * 3 + channel] & mask
            }
        }
    }

    private static func file(_ content: Content) -> SecureBytes? {
        let file = ChunkedPNG(holding: content.picture)
        return try? SecureBytes(copying: file.bytes)
    }

    private static func open(_ file: SecureBytes, _ work: WorkContext = WorkContext()) throws -> PNGFile {
        try #require(ImageFormat.open(file, work: work) as? PNGFile)
    }

    private static func writer(_ compression: PNGCompression, _ work: WorkContext) -> PNGWriter {
        PNGWriter(compression: compression, work: work, stripCount: stripCount)
    }

    /// Fills that follow each other downwards.
    private static let covers = [(3, 5, 60, 20), (100, 12, 30, 90), (0, 250, 411, 40), (200, 390, 100, 13)]
        .compactMap { PixelRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) }

    private static func fill(_ rect: PixelRect, _ pixels: inout PixelBuffer, _ work: WorkContext) throws {
        let area = try #require(PaintArea(rect))
        try Fill(color: Color(red: 9, green: 80, blue: 200)).apply(to: &pixels, in: area, work: work)
    }

    /// The file that reading, painting and writing one after the other make.
    private static func inTurn(
        _ file: SecureBytes,
        _ compression: PNGCompression,
        _ covers: [PixelRect]
    ) throws -> SecureBytes {
        var pixels = try open(file).decoded().takePixels()
        for cover in covers { try fill(cover, &pixels, WorkContext()) }
        return try writer(compression, WorkContext()).file(of: pixels.withoutNeedlessAlpha())
    }

    private static func repaint(
        _ file: SecureBytes,
        _ compression: PNGCompression,
        _ covers: [PixelRect],
        _ work: WorkContext
    ) throws -> SecureBytes? {
        var waiting = covers[...]
        var lastCount = 0
        let repainted = try open(file, work).repainted(by: writer(compression, work), from: 0) { image, rowCount in
            #expect(rowCount >= lastCount)
            lastCount = rowCount
            while let cover = waiting.first, cover.maxY <= rowCount {
                guard (try? fill(cover, &image.pixels, work)) != nil else { return nil }
                waiting.removeFirst()
            }
            return min(rowCount, waiting.first?.y ?? rowCount)
        }
        #expect(repainted == nil || lastCount == height)
        return repainted
    }

    @Test("the bytes are those of reading, painting and writing in turn", arguments: Content.allCases, [1, 2, 5])
    func same(content: Content, threads: Int) throws {
        let file = try #require(Self.file(content))
        for compression in PNGCompression.allCases {
            for covers in [[], Self.covers] {
                let expected = try Self.inTurn(file, compression, covers)
                let work = WorkContext(threads: { threads })
                #expect(try Self.repaint(file, compression, covers, work) == expected)
            }
        }
    }

    @Test("the bytes are the same where rows are given back; a picture that is translucent behind them is left")
    func discarded() throws {
        let before = IdleMemory.byteLimit
        defer { IdleMemory.byteLimit = before }
        for content in Content.allCases {
            let file = try #require(Self.file(content))
            let expected = try Self.inTurn(file, .fast, Self.covers)
            IdleMemory.byteLimit = 0
            let isLost = [.translucentBelow, .translucentLast].contains(content)
            // Two threads may come to the translucent row before a strip is written.
            let work = WorkContext(threads: { isLost ? 1 : 2 })
            let repainted = try Self.repaint(file, .fast, Self.covers, work)
            IdleMemory.byteLimit = before
            #expect(repainted == (isLost ? nil : expected), "\(content)")
        }
    }

    @Test("rows that may still be painted are not written before", arguments: [1, 2])
    func kept(threads: Int) throws {
        let file = try #require(Self.file(.manyColors))
        let work = WorkContext(threads: { threads })
        let all = try #require(PixelRect(columns: 0..<Self.width, rows: 0..<Self.height))
        let expected = try Self.inTurn(file, .fast, [all])
        #expect(try Self.repaint(file, .fast, [all], work) == expected)
    }

    @Test("a thread that is gone when it is needed is not waited for")
    func withdrawn() throws {
        let file = try #require(Self.file(.opaque))
        for last in 1...40 {
            let questions = Atomic(0)
            let work = WorkContext(threads: { questions.add(1, ordering: .relaxed).newValue <= last ? 2 : 1 })
            #expect(try Self.repaint(file, .fast, [], work) == Self.inTurn(file, .fast, []))
        }
    }

    @Test("image data that is damaged, ends early or goes on is left to be read whole", arguments: [1, 2])
    func damage(threads: Int) throws {
        let picture = Content.manyColors.picture
        let rows = picture.rows.flatMap { [UInt8(0)] + $0 }
        var strangeFilter = rows
        strangeFilter[300 * (Self.width * 3 + 1)] = 5
        var wrongChecksum = zlibCompressed(rows, level: 1)
        wrongChecksum[wrongChecksum.count - 2] ^= 4
        let streams = [
            zlibCompressed(strangeFilter, level: 1), wrongChecksum, zlibCompressed(rows + [0], level: 1),
            zlibCompressed(rows.dropLast(), level: 1), Array(zlibCompressed(rows, level: 1).dropLast(90)),
        ]
        for stream in streams {
            var file = ChunkedPNG(deflating: picture)
            let index = try #require(file.chunks.firstIndex { $0.type == "IDAT" })
            file.chunks[index] = .init(type: "IDAT", data: stream)
            let work = WorkContext(threads: { threads })
            let png = try Self.open(try SecureBytes(copying: file.bytes), work)
            let isRepainted = try png.repainted(by: Self.writer(.fast, work), from: 0) { $1 } != nil
            #expect(!isRepainted)
            #expect(throws: DecodingError.self) { _ = try png.decoded() }
        }
    }

    @Test("nothing comes of it where painting ends the work, or nobody waits for it", arguments: [1, 2])
    func ended(threads: Int) throws {
        let file = try #require(Self.file(.manyColors))
        for isCancelled in [false, true] {
            let cancellation = Cancellation()
            let work = WorkContext(cancellation: cancellation, threads: { threads })
            var calls = 0
            let paint = { (_: inout DecodedImage, rowCount: Int) -> Int? in
                calls += 1
                guard rowCount > Self.height / 2 else { return rowCount }
                if isCancelled { cancellation.cancel() }
                return isCancelled ? rowCount : nil
            }
            let png = try Self.open(file, work)
            if isCancelled {
                #expect(throws: DecodingError.cancelled) {
                    _ = try png.repainted(by: Self.writer(.fast, work), from: 0, paint)
                }
            } else {
                let isRepainted = try png.repainted(by: Self.writer(.fast, work), from: 0, paint) != nil
                #expect(!isRepainted)
            }
            #expect(calls > 0)
        }
    }

    @Test("painting that leaves rows out, goes back, or ahead of what was read, ends the work", arguments: [1, 2])
    func unfinished(threads: Int) throws {
        let work = WorkContext(threads: { threads })
        for content in [Content.manyColors, .fewColors] {
            let png = try Self.open(try #require(Self.file(content)), work)
            let faults: [(Int) -> Int] = [
                { min($0, Self.height - 1) }, { $0 == Self.height ? 0 : $0 }, { $0 + 1 }, { -$0 },
            ]
            for fault in faults {
                let isRepainted = try png.repainted(by: Self.writer(.fast, work), from: 0) { fault($1) } != nil
                #expect(!isRepainted)
            }
        }
    }

    @Test("only a large picture that is upright, in colours that stay, is taken")
    func taken() throws {
        func isTaken(_ file: ChunkedPNG) throws -> Bool {
            let png = try Self.open(try SecureBytes(copying: file.bytes))
            let header = try png.repaintableHeader()
            let isRepainted = try png.repainted(as: .fast) { $1 } != nil
            #expect(isRepainted == (header != nil))
            return header != nil
        }
        let large = ChunkedPNG(deflating: .gradient(1500, 1000, channels: 3))
        #expect(try isTaken(large))
        #expect(try !isTaken(ChunkedPNG(deflating: .gradient(1500, 900, channels: 3))))
        for chunk in [
            ChunkedPNG.Chunk(type: "eXIf", data: exifBlock(orientation: 6, bigEndian: true)),
            .init(type: "gAMA", data: [0, 0, 0x86, 0xA0]),
        ] {
            var file = large
            file.chunks.insert(chunk, at: 1)
            #expect(try !isTaken(file), "\(chunk.type)")
        }
    }
}
