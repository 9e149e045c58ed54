public import Imaging
import PictureTestSupport
import SearchAPI

/// A drawn picture of several objects, and items that look like them.
struct ContractScene: Sendable {
    /// The kinds of objects; the names are the types of the items.
    enum Kind: String, CaseIterable, Sendable {
        case ball, crate, tent

        /// The color at a place of the unit square; nil outside of the object.
        func color(_ x: Double, _ y: Double) -> (UInt8, UInt8, UInt8)? {
            switch self {
            case .ball:
                let square = (x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)
                return square > 0.25 ? nil : square < 0.02 ? (225, 90, 95) : (200, 30, 40)
            case .crate: return (y * 4).truncatingRemainder(dividingBy: 1) < 0.12 ? (34, 66, 150) : (44, 84, 176)
            case .tent:
                guard abs(x - 0.5) <= y / 2 else { return nil }
                return abs(x - 0.5) < 0.06 && y > 0.6 ? (28, 110, 60) : (40, 150, 80)
            }
        }
    }

    static let size = Size(width: 480, height: 360)
    private static let ground: (UInt8, UInt8, UInt8) = (238, 238, 234)

    /// Each kind once, in this order.
    static let boxes = [
        Box(left: 40, top: 40, width: 130, height: 130), Box(left: 270, top: 50, width: 150, height: 110),
        Box(left: 150, top: 210, width: 160, height: 120),
    ]

    static let picture = draw(size, Array(zip(Kind.allCases, boxes)))

    /// Two items of each kind, of two brands: the object in the middle of a picture of its own.
    static let entries = Kind.allCases.flatMap { kind in
        ["Alder", "Norda"].enumerated().map { index, brand in
            let box = Box(left: 30 + 12 * index, top: 20, width: 140 - 24 * index, height: 120)
            let picture = draw(Size(width: 200, height: 160), [(kind, box)])
            let attributes: [String: AttributeValue] = [
                "category": .string(kind.rawValue), "brand": .string(brand), "shape": .string("plain \(kind.rawValue)"),
            ]
            return Entry(Item(id: "\(kind.rawValue)-\(index)", attributes: attributes), image: .pixels(picture))
        }
    }

    static func draw(_ size: Size, _ things: [(kind: Kind, box: Box)]) -> PixelBuffer {
        Pictures.draw(size.width, size.height) { x, y in
            for (kind, box) in things where (box.left..<box.right).contains(x) && (box.top..<box.bottom).contains(y) {
                let across = (Double(x - box.left) + 0.5) / Double(box.width)
                let down = (Double(y - box.top) + 0.5) / Double(box.height)
                if let color = kind.color(across, down) { return color }
            }
            return ground
        }
    }

    /// The kind of the object that a box is around.
    static func kind(at box: Box) -> Kind? {
        zip(Kind.allCases, boxes).first { $0.1.overlap(with: box) >= 0.5 }?.0
    }
}

extension Box {
    /// The middle.
    public var middle: Point { Point(left: left + width / 2, top: top + height / 2) }

    /// Intersection over union.
    public func overlap(with other: Box) -> Double {
        let width = min(right, other.right) - max(left, other.left)
        let height = min(bottom, other.bottom) - max(top, other.top)
        guard width > 0, height > 0 else { return 0 }
        let both = Double(width * height)
        return both / (Double(size.pixelCount + other.size.pixelCount) - both)
    }
}
