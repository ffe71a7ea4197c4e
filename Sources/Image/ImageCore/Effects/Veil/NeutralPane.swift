/// The look of a veil that nothing surrounds: frosted glass before a plain, evenly lit wall.
enum NeutralPane {
    /// The colour at a place of the pane, 0 to 1 from left to right and from top to bottom. Red to blue, each 0 to 255.
    static func color(x: Float, y: Float) -> SIMD4<Float> {
        var color = mix(topLeft, bottomRight, (x + 2 * y) / 3)
        for light in lights { color = mix(color, light.color, light.strength(x: x, y: y)) }
        return color
    }

    private static let topLeft = SIMD4<Float>(238, 240, 245, 255)
    private static let bottomRight = SIMD4<Float>(205, 210, 221, 255)

    private static let lights = [
        Light(x: 0.18, y: 0.12, radius: 0.95, color: SIMD4(253, 253, 254, 255)),
        Light(x: 0.95, y: 0.42, radius: 0.85, color: SIMD4(221, 221, 230, 255)),
        Light(x: 0.05, y: 0.80, radius: 0.80, color: SIMD4(208, 216, 224, 255)),
        Light(x: 0.75, y: 1.00, radius: 0.70, color: SIMD4(226, 227, 232, 255)),
    ]

    /// A soft spot of colour on the pane.
    private struct Light {
        let x: Float
        let y: Float
        /// The distance from its centre at which the spot ends.
        let radius: Float
        let color: SIMD4<Float>

        /// 0 to 0.7, from the rim to the middle.
        func strength(x: Float, y: Float) -> Float {
            let (dx, dy) = ((x - self.x) / radius, (y - self.y) / radius)
            let inside = max(1 - dx * dx - dy * dy, 0)
            return 0.7 * inside * inside
        }
    }

    private static func mix(_ first: SIMD4<Float>, _ second: SIMD4<Float>, _ share: Float) -> SIMD4<Float> {
        first + (second - first) * share
    }
}
