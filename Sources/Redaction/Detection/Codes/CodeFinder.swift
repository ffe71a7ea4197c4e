import BoundedWork
import CZXing
import ImageCore
import SecureMemory

/// Search for barcodes and codes of squares, by ZXing-C++.
enum CodeFinder {
    /// Cost of a look at a pixel.
    private static let unitsOfPixel = 3
    /// Processor time of the library for a picture, and for each pixel that it is shown: noise takes 27 ns.
    private static let (time, timeOfPixel) = (Duration.milliseconds(200), Duration.nanoseconds(60))
    /// Most codes of squares, and of bars, in a part of a picture.
    private static let (maximumCount, maximumBars) = (255, 32)
    /// The shorter edge, in pixels, from which on a picture is large: that of a phone, or of a sharp screen.
    private static let largeEdge = 1_000

    /// Parts that hold a code of any size for a camera; the library takes no question meanwhile.
    private static let parts = Tiles.Limits(
        unit: 1,
        maximumWidth: 2_600,
        maximumArea: 4_200_000,
        overlap: 800,
        blindEdge: 0
    )

    /// All codes within an area, dark on light and light on dark.
    static func codes(
        in pixels: borrowing PixelBuffer,
        _ area: PixelRect,
        _ work: WorkContext,
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [Code] {
        let tiles = Tiles(width: area.width, height: area.height, parts)
        let time = ProcessorTime(time)
        var found: [Code] = []
        try DetectionFailure.wrapping {
            for rows in tiles.rows {
                for columns in tiles.columns {
                    guard let part = PixelRect(columns: columns.padded, rows: rows.padded)?.offset(byOriginOf: area)
                    else { continue }
                    time.grant(timeOfPixel * part.size.area)
                    let pictures = try Pictures(of: pixels, part, budget.cancellation)
                    let results = try budget.map(Search.allCases.count, on: work) { number, budget in
                        try codes(by: Search.allCases[number], pictures, time, &budget)
                    }
                    try time.check()
                    for code in results.joined() {
                        try budget.spend(found.count + 1)
                        if !found.contains(where: { $0.isSame(as: code) }) { found.append(code) }
                    }
                }
            }
        }
        return found
    }

    /// Searches in a part of a picture, each independent of the others.
    private enum Search: CaseIterable {
        case squares, bars, regions
        case invertedSquares, invertedBars, invertedRegions
    }

    private static func codes(
        by search: Search,
        _ pictures: Pictures,
        _ time: ProcessorTime,
        _ budget: inout WorkBudget
    ) throws -> [Code] {
        switch search {
        case .squares: try squares(in: pictures.whole, time, &budget)
        case .bars: try bars(in: pictures.whole, time, &budget)
        case .regions: try codesOfRegions(in: pictures.small, time, &budget)
        case .invertedSquares: try squares(in: pictures.inverted, time, &budget)
        case .invertedBars: try bars(in: pictures.inverted, time, &budget)
        case .invertedRegions: try codesOfRegions(in: pictures.inverted, time, &budget)
        }
    }

    private struct Pictures {
        let whole: LightPicture
        /// Of half the width and height, if the picture is large: squares are of many pixels then.
        let small: LightPicture
        /// Light on dark, which is rare: as small.
        let inverted: LightPicture

        init(of pixels: borrowing PixelBuffer, _ part: PixelRect, _ cancellation: Cancellation) throws(OutOfMemory) {
            let isLarge = min(pixels.size.width, pixels.size.height) >= largeEdge
            whole = try LightPicture(pixels, part, cancellation)
            small = isLarge ? try whole.halved(cancellation) : whole
            inverted = try small.inverted(cancellation)
        }
    }

    /// The codes of squares that show themselves anywhere.
    private static func squares(
        in picture: LightPicture,
        _ time: ProcessorTime,
        _ budget: inout WorkBudget
    ) throws -> [Code] {
        try budget.spend(cost(of: picture))
        return try squares(in: picture, atMost: maximumCount, inTheMiddle: false, time)
    }

    private static func squares(
        in picture: LightPicture,
        atMost limit: Int,
        inTheMiddle: Bool,
        _ time: ProcessorTime
    ) throws -> [Code] {
        var (found, count) = ([codes_code](repeating: codes_code(), count: limit), 0)
        let (width, height) = (Int32(picture.width), Int32(picture.height))
        try check(time.spend { codes_find_squares(picture.base, width, height, inTheMiddle, &found, limit, &count) })
        return found.prefix(count).map { picture.placed(Code($0).covering) }
    }

    /// The codes of bars, each of which is painted over before the next is looked for.
    private static func bars(
        in picture: LightPicture,
        _ time: ProcessorTime,
        _ budget: inout WorkBudget
    ) throws -> [Code] {
        var (codes, picture): ([Code], LightPicture) = ([], picture)
        for _ in 0..<maximumBars {
            try budget.spend(cost(of: picture))
            var (bars, count) = (codes_code(), 0)
            let (width, height) = (Int32(picture.width), Int32(picture.height))
            try check(time.spend { codes_find_bars(picture.base, width, height, &bars, &count) })
            guard count == 1 else { break }
            let code = Code(bars)
            let ends = BarEnds.followed(code.quadrilateral, in: picture)
            codes.append(picture.placed(Code(quadrilateral: ends, format: code.format).covering))
            // Others look at the picture as it is.
            if codes.count == 1 { picture = try picture.copied() }
            picture.clear(ends)
        }
        return codes
    }

    /// Units for a look at all pixels.
    private static func cost(of picture: LightPicture) -> Int { picture.width * picture.height * unitsOfPixel / 2 }

    /// The codes that the reader looks for in the middle of its picture.
    private static func codesOfRegions(
        in picture: LightPicture,
        _ time: ProcessorTime,
        _ budget: inout WorkBudget
    ) throws -> [Code] {
        var codes: [Code] = []
        for region in try CodeRegions.regions(of: picture, budget: &budget) {
            try budget.spend(region.columns.count * region.rows.count * unitsOfPixel)
            let part = try picture.part(columns: region.columns, rows: region.rows)
            codes += try squares(in: part, atMost: 1, inTheMiddle: true, time)
        }
        return codes
    }

    private static func check(_ outcome: codes_outcome) throws(DetectionFailure) {
        switch outcome {
        case codes_done: break
        case codes_out_of_memory: throw .outOfMemory(.unknown)
        default: throw .broken("the reader of codes failed")
        }
    }
}

extension Code {
    fileprivate init(_ code: codes_code) {
        let corners = code.corners
        let quadrilateral = Quadrilateral(
            topLeft: Point(x: Double(corners.0), y: Double(corners.1)),
            topRight: Point(x: Double(corners.2), y: Double(corners.3)),
            bottomRight: Point(x: Double(corners.4), y: Double(corners.5)),
            bottomLeft: Point(x: Double(corners.6), y: Double(corners.7))
        )
        self.init(quadrilateral: quadrilateral, format: CodeFormat(code.format))
    }

    /// The code with its outer squares or bars.
    fileprivate var covering: Code { Code(quadrilateral: quadrilateral.covering, format: format) }

    /// Whether `other` is the same code from another part of the picture: the middle of one is in the other.
    fileprivate func isSame(as other: Code) -> Bool {
        let (middle, columns, rows) = (quadrilateral.center, other.quadrilateral.columns, other.quadrilateral.rows)
        return format == other.format && columns.contains(middle.x) && rows.contains(middle.y)
    }
}

extension Quadrilateral {
    /// The margin round a code, in its shorter edges and in pixels: the reader states its corners to half a square or a bar.
    private static let (marginShare, margin) = (0.03, 2.0)

    fileprivate var covering: Quadrilateral {
        let margin = min(width, height) * Self.marginShare + Self.margin
        return grown(alongLine: margin, acrossLine: margin)
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

extension LightPicture {
    /// A code of this picture in pixels of the picture that it is a part of.
    fileprivate func placed(_ code: Code) -> Code {
        Code(quadrilateral: code.quadrilateral.mapped { $0 * scale + origin }, format: code.format)
    }
}
