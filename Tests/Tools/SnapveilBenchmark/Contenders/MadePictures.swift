import Foundation
import ImageCore
import SecureMemory

/// Pictures that are made for a run: the privacy screens that peers cover whole screens with, and
/// snapshots in WebP and HEIC.
final class MadePictures {
    private let splash: Sample
    private let redactor: RedactorContender
    private let peers: PeerContender
    private let directory: URL

    init(splash: Sample, redactor: RedactorContender, peers: PeerContender) throws {
        self.splash = splash
        self.redactor = redactor
        self.peers = peers
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("snapveil-benchmark-\(getpid())-pictures")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// The path of the picture that covers `sample`. Each has a name of its own, as the peers keep what they have read.
    func path(for cover: Cover, on sample: Sample) throws -> String {
        guard cover == .message else { return splash.path }
        let file = directory.appendingPathComponent(sample.name)
        try write(redactor.result(cover, of: sample), to: file)
        return file.path
    }

    /// A PNG as a lossless WebP.
    func webP(of sample: Sample) throws -> Sample {
        let file = place(of: sample, as: .webp)
        let image = try DecodedImage(decoding: sample.bytes)
        let colorSpace = image.colorSpace
        try write(image.takePixels().withoutNeedlessAlpha().encoded(.webP(), colorSpace: colorSpace), to: file)
        return try Sample(path: file.path)
    }

    /// A PNG as a HEIC, which a peer writes.
    func heic(of sample: Sample) throws -> Sample {
        let file = place(of: sample, as: .heic)
        try peers.writeHEIC(of: sample, to: file.path)
        return try Sample(path: file.path)
    }

    private func place(of sample: Sample, as format: ImageFormat) -> URL {
        directory.appendingPathComponent(sample.name).deletingPathExtension().appendingPathExtension(format.rawValue)
    }

    private func write(_ bytes: SecureBytes, to file: URL) throws {
        try bytes.withUnsafeBytes { Data($0) }.write(to: file)
    }
}
