/// Search for the ends of the bars of a barcode: the reader only states the line across them, which may be one row of pixels.
enum BarEnds {
    /// Places along a line that are compared.
    private static let places = 192
    /// The least share of places as dark or light as on the line that was read.
    private static let leastShare = 0.8

    /// The code with the height of its bars, read along the middle of `code`.
    static func followed(_ code: Quadrilateral, in picture: LightPicture) -> Quadrilateral {
        let start = (code.topLeft + code.bottomLeft) * 0.5
        let end = (code.topRight + code.bottomRight) * 0.5
        let length = (end - start).length
        guard length > 0 else { return code }
        let across = Point(x: start.y - end.y, y: end.x - start.x) * (1 / length)
        let samples = samples(from: start, to: end, picture)
        let threshold = (Int(samples.min() ?? 0) + Int(samples.max() ?? 0)) / 2
        let pattern = samples.map { Int($0) > threshold }
        func reach(_ direction: Point) -> Double {
            var steps = 0.0
            while steps < length {
                let shift = direction * (steps + 1)
                let (from, to) = (start + shift, end + shift)
                guard picture.contains(from) || picture.contains(to) else { break }
                let same = zip(Self.samples(from: from, to: to, picture), pattern).count { (Int($0) > threshold) == $1 }
                guard Double(same) >= leastShare * Double(places) else { break }
                steps += 1
            }
            return steps
        }
        let (up, down) = (across * -reach(across * -1), across * reach(across))
        return Quadrilateral(topLeft: start + up, topRight: end + up, bottomRight: end + down, bottomLeft: start + down)
    }

    private static func samples(
        from start: Point,
        to end: Point,
        _ picture: LightPicture
    ) -> [UInt8] {
        var samples: [UInt8] = []
        samples.reserveCapacity(places)
        for place in 0..<places {
            samples.append(picture.light(at: start + (end - start) * ((Double(place) + 0.5) / Double(places))))
        }
        return samples
    }
}

extension LightPicture {
    fileprivate func contains(_ point: Point) -> Bool {
        point.x >= 0 && point.y >= 0 && point.x < Double(width) && point.y < Double(height)
    }

    /// The light of the pixel at a point, or of the nearest one in the picture.
    fileprivate func light(at point: Point) -> UInt8 {
        let x = Int(min(max(point.x, 0), Double(width - 1)))
        let y = Int(min(max(point.y, 0), Double(height - 1)))
        return base[y * width + x]
    }
}
