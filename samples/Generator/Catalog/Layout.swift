/// Where the products of a scene go, in pixels.
struct Layout {
    struct Slot {
        let item: Item
        /// The middle of the lowest edge of what stands, the center of what lies.
        var anchor: Point
        /// The most that the product may take up.
        var size: Point
        var degrees = 0.0
    }

    /// Back to front.
    private(set) var slots: [Slot] = []
    /// Where the floor begins, as a share of the height.
    private(set) var horizon = 0.72

    /// Heights of the boards of a shelf, as shares of the picture.
    static let boards = [0.46, 0.92]

    init(items: [Item], setting: Scene.Setting, size: Point, _ random: inout Random) {
        switch setting {
        case .flatlay: lay(items, size, &random)
        case .shelf:
            let half = (items.count + 1) / 2
            for (board, members) in zip(Layout.boards, [items[..<half], items[half...]]) {
                line(Array(members), size, base: board, tallest: 0.35, stagger: 0, &random)
            }
        default:
            let crowded = items.count > 3
            line(items, size, base: 0, tallest: 0.68, stagger: crowded ? 0.11 : random.between(0, 0.05), &random)
            let highest = slots.map { $0.size.y / size.y }.max() ?? 0.5
            let base = min(max(0.5 + highest / 2, setting == .room || setting == .table ? 0.72 : 0.66), 0.86)
            for index in slots.indices { slots[index].anchor.y += base * size.y }
            horizon = base - 0.12
            slots.sort { $0.anchor.y < $1.anchor.y }
        }
    }

    /// Side by side. Every other product stands nearer by `stagger`, a share of the height, and may then overlap
    /// its neighbors a little.
    private mutating func line(
        _ items: [Item], _ size: Point, base: Double, tallest: Double, stagger: Double, _ random: inout Random
    ) {
        let tallness = items.map(\.style.tallness).max() ?? 1
        let shapes = items.map { $0.drawing.bounds().size }
        // Wide products get more room, but less than their width asks for.
        let weights = zip(items, shapes).map { item, shape in
            (shape.x / shape.y * item.style.tallness).squareRoot() + 0.25
        }
        let total = weights.reduce(0, +)
        var left = 0.05 * size.x
        for (index, item) in items.enumerated() {
            let room = 0.9 * size.x * weights[index] / total
            let near = index.isMultiple(of: 2) ? 0 : stagger
            let reach = stagger > 0.1 ? 1.04 : 0.94
            let height = tallest * size.y * (item.style.tallness / tallness).squareRoot() * (1 + near)
            let scale = min(room * reach / shapes[index].x, height / shapes[index].y)
            let anchor = Point(left + room / 2, (base + near) * size.y)
            slots.append(Slot(item: item, anchor: anchor, size: shapes[index] * scale))
            left += room
        }
    }

    /// Rows and columns with some freedom, for objects that lie.
    private mutating func lay(_ items: [Item], _ size: Point, _ random: inout Random) {
        let rows = items.count < 3 ? [items.count] : [items.count - items.count / 2, items.count / 2]
        var next = 0
        for (row, columns) in rows.enumerated() {
            let cell = Point(0.94 * size.x / Double(columns), 0.94 * size.y / Double(rows.count))
            for column in 0..<columns {
                let corner = size * 0.03 + Point(cell.x * Double(column), cell.y * Double(row))
                let drift = Point(random.between(-0.015, 0.015), random.between(-0.015, 0.015)) * size
                slots.append(
                    Slot(
                        item: items[next], anchor: corner + cell / 2 + drift, size: cell * random.between(0.76, 0.92),
                        degrees: random.between(-16, 16)))
                next += 1
            }
        }
    }
}
