import BoundedWork
import CZXing
import ImageCore
import SecureMemory

/// Finds barcodes and codes of squares: ZXing-C++.
enum CodeFinder {
    /// What looking at a pixel of a picture costs.
    private static let unitsOfPixel = 3
    /// Most codes of a tile.
    private static let maximumCount = 255

    /// All codes within an area, dark on light and light on dark, from the top down.
    ///
    /// - Throws: ``DetectionFailure``.
    static func codes(
        in pixels: borrowing PixelBuffer,
        _ area: PixelRect,
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [Code] {
        var found: [Code] = []
        try DetectionFailure.wrapping {
            try budget.spend(area.size.area * unitsOfPixel)
            let picture = try LightPicture(pixels, area, budget.cancellation)
            let origin = Point(x: Double(area.x), y: Double(area.y))
            found = try codes(in: picture, origin)
            picture.invert(budget.cancellation)
            try budget.spend()
            found += try codes(in: picture, origin)
        }
        return found
    }

    private static func codes(
        in picture: borrowing LightPicture,
        _ origin: Point
    ) throws(DetectionFailure) -> [Code] {
        var codes = [codes_code](repeating: codes_code(), count: maximumCount)
        var count = 0
        let outcome = codes_find(
            picture.base,
            Int32(picture.width),
            Int32(picture.height),
            Int32(picture.width),
            &codes,
            codes.count,
            &count
        )
        switch outcome {
        case codes_done: return codes.prefix(count).map { Code($0, from: origin) }
        case codes_out_of_memory: throw .outOfMemory(.unknown)
        default: throw .broken("the reader of codes failed")
        }
    }
}

extension Code {
    fileprivate init(_ code: codes_code, from origin: Point) {
        let corners = code.corners
        self.init(
            quadrilateral: Quadrilateral(
                topLeft: Point(x: Double(corners.0), y: Double(corners.1)) + origin,
                topRight: Point(x: Double(corners.2), y: Double(corners.3)) + origin,
                bottomRight: Point(x: Double(corners.4), y: Double(corners.5)) + origin,
                bottomLeft: Point(x: Double(corners.6), y: Double(corners.7)) + origin
            ),
            format: CodeFormat(code.format)
        )
    }
}

extension CodeFormat {
    fileprivate init(_ format: codes_format) {
        self =
            switch format {
            case codes_aztec: .aztec
            case codes_codabar: .codabar
            case codes_code39: .code39
            case codes_code93: .code93
            case codes_code128: .code128
            case codes_data_bar: .dataBar
            case codes_data_bar_expanded: .dataBarExpanded
            case codes_data_matrix: .dataMatrix
            case codes_ean8: .ean8
            case codes_ean13: .ean13
            case codes_itf: .itf
            case codes_maxi_code: .maxiCode
            case codes_pdf417: .pdf417
            case codes_qr_code: .qrCode
            case codes_micro_qr_code: .microQRCode
            case codes_upc_a: .upcA
            case codes_upc_e: .upcE
            default: .other
            }
    }
}
