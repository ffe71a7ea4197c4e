extension SeenFindings {
    /// The findings of several frames as those of one: rectangles of a kind that overlap become the one that holds them.
    package func joined(with others: [SeenFindings]) -> SeenFindings {
        guard !others.isEmpty else { return self }
        var joined = self
        for other in others {
            for (sight, found) in other.findings { joined.findings[sight, default: []].join(found) }
        }
        return joined
    }
}

extension [Finding] {
    fileprivate mutating func join(_ others: [Finding]) {
        for var other in others {
            // What it overlaps may overlap the others once they are joined.
            while let index = firstIndex(where: { $0.overlaps(other) }) { other = other.joined(with: remove(at: index)) }
            append(other)
        }
    }
}

extension Finding {
    fileprivate func overlaps(_ other: Finding) -> Bool {
        let (one, two) = (outline.bounds, other.outline.bounds)
        guard outline.isRectangle, other.outline.isRectangle else { return one == two && outlineName == other.outlineName }
        return source == other.source && cause.kind == other.cause.kind
            && one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom
    }

    fileprivate func joined(with other: Finding) -> Finding {
        guard outline.isRectangle else { return self }
        let (one, two) = (outline.bounds, other.outline.bounds)
        let bounds = OutlineBounds(
            left: min(one.left, two.left),
            top: min(one.top, two.top),
            right: max(one.right, two.right),
            bottom: max(one.bottom, two.bottom)
        )
        let surer = (cause.score ?? 0) >= (other.cause.score ?? 0) ? self : other
        return Finding(
            source: source,
            cause: surer.cause,
            height: max(height, other.height),
            outline: RoundedOutline(bounds: bounds, radius: 0),
            outlineName: nil,
            value: surer.value
        )
    }
}
