import ImageCore

extension Goal {
    /// All goals, in the order of the report.
    static let all: [Goal] =
        speed("PNG blur", .blur, .png, screens: 6, photographs: 4)
        + speed("PNG regions", .regionFill, .png, screens: 3.5, photographs: 2)
        + speed("PNG blur of regions", .regionBlur, .png, screens: 4, photographs: 3)
        + speed("PNG pixelate", .pixelate, .png, screens: 3, photographs: 1.7)
        + speed("JPEG regions", .regionFill, .jpeg, screens: 2.4, photographs: 1.8)
        + speed("JPEG blur", .blur, .jpeg, screens: 6, photographs: 5)
        + [cover("black screen", .fill), cover("picture on the screen", .image)]
        + [cachedCover("black screen", .fill), cachedCover("picture on the screen", .image)]
        + [privacyScreen]
        + [size(.fast, 1.6), size(.balanced, 1.1), size(.small, 1), balancedSpeed]
        + [addedByHTTP, addedByContainment, waitsForContainment]
        + [percentAddedByContainment, percentAddedByContainmentToFast]
        + [fidelity("PNG blur", .png), fidelity("JPEG blur", .jpeg)]

    /// Times as fast as the fastest peer, over HTTP, with the compression that is the default.
    private static func speed(
        _ title: String,
        _ cover: Cover,
        _ format: ImageFormat,
        screens: Double,
        photographs: Double
    ) -> [Goal] {
        [(", screens", screens, false), (", photographs", photographs, true)].map { suffix, factor, isPhotographic in
            Goal(title: "\(title)\(suffix): times as fast", bound: .atLeast(factor)) { row in
                row.isDefault(cover, format) && row.snapshot.isPhotographic == isPhotographic ? row.speedup : nil
            }
        }
    }

    private static func cover(_ title: String, _ cover: Cover) -> Goal {
        Goal(title: "\(title), first: times as fast", bound: .atLeast(25)) {
            $0.isDefault(cover, .png) ? $0.firstSpeedup : nil
        }
    }

    private static func cachedCover(_ title: String, _ cover: Cover) -> Goal {
        Goal(title: "\(title), again: times as fast", bound: .atLeast(100)) {
            $0.isDefault(cover, .png) ? $0.speedup : nil
        }
    }

    /// Pillow is the peer that the goal names.
    private static let privacyScreen = Goal(
        title: "privacy screen, again: times as fast as Pillow",
        bound: .atLeast(10)
    ) {
        row in
        row.isDefault(.message, .png) ? row.speedup(over: "Pillow") : nil
    }

    private static func size(_ compression: PNGCompression, _ factor: Double) -> Goal {
        Goal(title: "size with \(compression.rawValue): times the smallest peer's", bound: .atMost(factor)) { row in
            row.snapshot.format == .png && row.compression == compression ? row.sizeRatio : nil
        }
    }

    private static let balancedSpeed = Goal(title: "PNG regions, balanced: times as fast", bound: .atLeast(1.5)) {
        row in
        row.cover == .regionFill && row.snapshot.format == .png && row.compression == .balanced ? row.speedup : nil
    }

    private static let addedByHTTP = Goal(title: "HTTP adds, in milliseconds", bound: .atMost(1)) { row in
        row.compression == .fast && !row.isLook ? row.addedByHTTP : nil
    }

    private static let addedByContainment = Goal(
        title: "containment adds, in milliseconds",
        bound: .atMost(0.3)
    ) { row in
        row.compression == .fast && !row.isLook ? row.addedByContainment : nil
    }

    private static let waitsForContainment = Goal(
        title: "containment has a client wait longer, in milliseconds, median",
        bound: .atMost(0.3),
        valueOfAll: { rows in rows.filter { !$0.isLook }.compactMap { $0.waits?.added }.median }
    )

    private static let percentAddedByContainment = Goal(
        title: "containment adds, in percent of the processor time",
        bound: .atMost(3),
        valueOfAll: \.percentAddedByContainment
    )

    private static let percentAddedByContainmentToFast = Goal(
        title: "containment adds to what is done with fast, in percent of the processor time",
        bound: .atMost(3),
        valueOfAll: { rows in rows.filter { $0.compression == .fast }.percentAddedByContainment }
    )

    private static func fidelity(_ title: String, _ format: ImageFormat) -> Goal {
        Goal(title: "\(title): dB against the exact Gaussian", bound: .atLeast(40)) { row in
            row.isDefault(.blur, format) ? row.redactor.fidelity : nil
        }
    }
}

extension Row {
    /// Whether it is this job with the compression that is the default.
    fileprivate func isDefault(_ cover: Cover, _ format: ImageFormat) -> Bool {
        self.cover == cover && snapshot.format == format && compression == .fast
    }
}
