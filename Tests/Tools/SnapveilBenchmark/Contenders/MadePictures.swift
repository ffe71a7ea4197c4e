import Foundation
import ImageCore

/// Pictures that are made for a run: the privacy screens that peers cover whole screens with, and snapshots in WebP and
/// HEIC.
final class MadePictures {
    private let splash: Sample
    private let redactor: RedactorContender
    private let peers: PeerContender
    private let directory: TemporaryDirectory

    init(splash: Sample, redactor: RedactorContender, peers: PeerContender) throws {
        self.splash = splash
        self.redactor = redactor
        self.peers = peers
        directory = try TemporaryDirectory("pictures")
    }

    /// The path of the picture that covers `sample`. Each has a name of its own, as the peers keep what they have read.
    func path(for cover: Cover, on sample: Sample) throws -> String {
        guard cover == .message else { return splash.path }
        return try directory.write(redactor.result(cover, of: sample), as: sample.name)
    }

    /// A PNG as a lossless WebP.
    func webP(of sample: Sample) throws -> Sample {
        let image = try DecodedImage(decoding: sample.bytes)
        let colorSpace = image.colorSpace
        let file = try image.takePixels().withoutNeedlessAlpha().encoded(.webP(), colorSpace: colorSpace)
        return try Sample(path: directory.write(file, as: name(of: sample, as: .webp)))
    }

    /// A PNG as a HEIC, which a peer writes.
    func heic(of sample: Sample) throws -> Sample {
        let file = directory.url.appendingPathComponent(name(of: sample, as: .heic))
        try peers.writeHEIC(of: sample, to: file.path)
        return try Sample(path: file.path)
    }

    private func name(of sample: Sample, as format: ImageFormat) -> String {
        "\((sample.name as NSString).deletingPathExtension).\(format.rawValue)"
    }
}
