import BoundedWork
import CLibWebP
import Foundation
import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A WebP is written of pixels and nothing else")
struct WebPEncodingTests {
    @Test("a lossless file holds the very pixels", arguments: PixelFormat.allCases, [(1, 1), (61, 47), (300, 2)])
    func lossless(format: PixelFormat, size: (Int, Int)) throws {
        let picture = Picture.noise(size.0, size.1, format, seed: 4)
        let decoded = try Decoded(picture.encoded(.webP()))
        #expect(decoded.format == .webp)
        #expect(decoded.grid == .pixels)
        #expect(decoded.picture == picture.withoutInvisibleColor)
    }

    @Test("a lossy file looks the same, the more the higher its quality")
    func lossy() throws {
        let picture = Picture.gradient(200, 120, channels: 3)
        let files = try [20, 90].map { try picture.encoded(.webP(quality: $0)) }
        let psnr = try files.map { try Decoded($0).picture.psnr(against: picture) }
        #expect(psnr[0] > 28)
        #expect(psnr[1] > psnr[0] + 3)
        #expect(files[0].count < files[1].count)
        #expect(try picture.encoded(.webP(quality: 500)) == picture.encoded(.webP(quality: 100)))
        #expect(try picture.encoded(.webP(quality: -5)) == picture.encoded(.webP(quality: 0)))
    }

    @Test("a profile of our own is written for Display P3", arguments: PixelFormat.allCases, [nil, 80])
    func profile(format: PixelFormat, quality: Int?) throws {
        let picture = Picture.noise(33, 21, format, seed: 5)
        let pixels = try PixelBuffer(picture)
        let file = try pixels.encoded(.webP(quality: quality), colorSpace: .displayP3).withUnsafeBytes { Array($0) }
        let chunks = WebPChunks(parsing: file).chunks
        let flags: UInt8 = format == .rgba ? 0x30 : 0x20
        #expect(chunks[0].data == WebPChunks.canvas(33, 21, flags: flags))
        #expect(chunks[1].type == "ICCP")
        #expect(chunks[1].data == ColorSpace.displayP3.profile)
        let decoded = try Decoded(file)
        #expect(decoded.colorSpace == .displayP3)
        let plain = try Decoded(picture.encoded(.webP(quality: quality)))
        #expect(plain.colorSpace == .sRGB)
        #expect(decoded.picture == plain.picture)
    }

    @Test("the same pixels give the same bytes")
    func determinism() throws {
        let picture = Picture.gradient(150, 90, channels: 3)
        for quality in [nil, 75] {
            #expect(try picture.encoded(.webP(quality: quality)) == picture.encoded(.webP(quality: quality)))
        }
    }

    @Test("an edge that the format cannot say is refused")
    func longEdge() throws {
        let size = try #require(PixelSize(width: 16_384, height: 1))
        let pixels = try PixelBuffer(size, format: .rgb, filledWith: .black)
        #expect(throws: EncodingError.edgeTooLong(size, limit: 16_383)) { try pixels.encoded(.webP()) }
    }

    @Test("what is called off is not written")
    func cancelled() throws {
        let pixels = try PixelBuffer(Picture.gradient(64, 64, channels: 3))
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: EncodingError.cancelled) {
            try pixels.encoded(.webP(), work: WorkContext(cancellation: cancellation))
        }
    }

    @Test("a file that is being written ends once it is called off", arguments: [nil, 80])
    func calledOff(quality: Int?) throws {
        let pixels = try PixelBuffer(Picture.noise(1600, 1200, .rgb, seed: 3))
        let cancellation = Cancellation()
        // On a thread of its own, as other tests keep those of the pool.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.005)
            cancellation.cancel()
        }
        #expect(throws: EncodingError.cancelled) {
            try pixels.encoded(.webP(quality: quality), work: WorkContext(cancellation: cancellation))
        }
    }

    @Test("memory that libwebp gives back is wiped")
    func memory() throws {
        let count = 100_000
        for _ in 0..<8 {
            let memory = try #require(WebPMalloc(count))
            memory.initializeMemory(as: UInt8.self, repeating: 7, count: count)
            WebPFree(memory)
            let again = try #require(WebPMalloc(count))
            #expect(!UnsafeRawBufferPointer(start: again, count: count).contains(7))
            WebPFree(again)
        }
    }
}
