import Foundation

/// What color a place has, in the local units of what is painted.
struct Paint {
    let ink: (Point) -> Ink

    init(_ ink: @escaping (Point) -> Ink) { self.ink = ink }

    static func flat(_ ink: Ink) -> Paint { Paint { _ in ink } }

    static func linear(_ start: Point, _ end: Point, _ stops: [(Double, Ink)]) -> Paint {
        let axis = end - start
        let length = axis.x * axis.x + axis.y * axis.y
        return Paint { point in
            let offset = point - start
            return blend(stops, (offset.x * axis.x + offset.y * axis.y) / length)
        }
    }

    /// From top to bottom, between two heights.
    static func vertical(_ top: Double, _ bottom: Double, _ first: Ink, _ last: Ink) -> Paint {
        linear(Point(0, top), Point(0, bottom), [(0, first), (1, last)])
    }

    static func radial(_ center: Point, _ radius: Double, _ stops: [(Double, Ink)]) -> Paint {
        Paint { blend(stops, ($0 - center).length / radius) }
    }

    private static func blend(_ stops: [(Double, Ink)], _ place: Double) -> Ink {
        guard let next = stops.firstIndex(where: { $0.0 >= place }) else { return stops[stops.count - 1].1 }
        guard next > 0 else { return stops[0].1 }
        let (from, to) = (stops[next - 1], stops[next])
        return from.1.mixed(with: to.1, Float((place - from.0) / (to.0 - from.0)))
    }

    /// Light added to every place, -1…1.
    func lit(_ light: @escaping (Point) -> Float) -> Paint {
        Paint { ink($0).lit(light($0)) }
    }

    /// Another paint laid over this one.
    func under(_ top: Paint) -> Paint {
        Paint { point in
            let over = top.ink(point)
            return ink(point).mixed(with: Ink(over.x, over.y, over.z, 1), over.w)
        }
    }

    /// Paint whose places are moved first: wraps a pattern round a body, or turns it.
    func warped(_ place: @escaping (Point) -> Point) -> Paint {
        Paint { ink(place($0)) }
    }

    func turned(_ degrees: Double) -> Paint {
        let turn = Transform.pose(scale: 1, degrees: -degrees)
        return warped { turn($0) }
    }
}
