import Imaging

/// Several products in one picture.
struct Scene: Sendable {
    enum Setting: CaseIterable {
        case paper, shelf, table, flatlay, room, spotlight
    }

    /// A product in the picture; `frame` fits it tightly, without its shadow, in pixels.
    struct Thing {
        let item: Item
        let frame: Frame
    }

    let number: Int

    static let all = (1...26).map { Scene(number: $0) }

    var file: String { "scenes/scene-\(number < 10 ? "0" : "")\(number).jpg" }

    private var setting: Setting { Setting.allCases[(number - 1) % Setting.allCases.count] }

    func draw() -> (picture: PixelBuffer?, things: [Thing]) {
        var random = Random(file)
        let (width, height) = random.pick([(1024, 768), (800, 600), (960, 640), (1024, 683), (800, 800)])
        var canvas = Canvas(width: width, height: height)
        let items = pick(random.below(4) + 2, &random)
        let layout = setting == .flatlay ? grid(items.count, &random) : row(items, &random)
        let backdrop = backdrop(for: items, &random)
        canvas.fill(backdrop.paint(width: width, height: height, horizon: horizon))
        if setting == .shelf { drawShelves(on: &canvas, &random) }
        var things: [Thing] = []
        for (item, slot) in zip(items, layout) {
            let scale = Point(Double(width), Double(height))
            let placement = Placement(
                item.drawing, stance: setting == .flatlay ? .lying : item.style.stance, width: slot.size.x * scale.x,
                height: slot.size.y * scale.y, anchor: slot.anchor * scale, degrees: slot.degrees, mirrored: item.view.mirrored)
            if let frame = canvas.place(placement) { things.append(Thing(item: item, frame: frame)) }
        }
        canvas.relight(fromLeft: random.chance(0.5), strength: 0.06)
        return (canvas.buffer, things)
    }

    /// Sizes and places as shares of the picture.
    private struct Slot {
        var anchor: Point
        var size: Point
        var degrees = 0.0
    }

    private var horizon: Double {
        switch setting {
        case .room: 0.66
        case .table: 0.6
        default: 0.72
        }
    }

    /// Products that one would find together, each of another family.
    private func pick(_ count: Int, _ random: inout Random) -> [Item] {
        let fits = Catalog.items.filter { item in
            switch setting {
            case .flatlay: item.style.stance == .lying || item.id.hasPrefix("bag") || item.id.hasPrefix("hat")
            case .room: item.style.tallness > 1.25 && item.style.stance == .standing && !item.id.hasPrefix("bag")
            case .table, .shelf: item.style.tallness < 1.45 && item.style.stance == .standing
            default: item.style.tallness < 2 && item.style.stance == .standing
            }
        }
        var chosen: [Item] = []
        var tries = 0
        while chosen.count < count, tries < 200 {
            tries += 1
            let item = random.pick(fits)
            let known = chosen.contains { $0.id == item.id || (tries < 100 && $0.style.noun == item.style.noun) }
            if !known { chosen.append(item) }
        }
        return chosen
    }

    private func backdrop(for items: [Item], _ random: inout Random) -> Backdrop {
        let wall = random.pick([Ink(hex: 0xe4e0d8), Ink(hex: 0xd3dfe2), Ink(hex: 0xdfe5d6), Ink(hex: 0xeadbd2), Ink(hex: 0xcfd0d8)])
        let wood = random.pick([Ink.oak, .walnut, Ink(hex: 0xd8bd98)])
        return switch setting {
        case .paper: random.chance(0.4) ? .white : .studio(Ink(hex: 0xf8f8f7))
        case .spotlight: random.chance(0.5) ? .spotlight(wall.lit(-0.05)) : .gradient(wall.lit(0.3), wall.lit(-0.12))
        case .table: .table(wood: wood, wall: wall)
        case .room: .room(wood: wood, wall: wall)
        case .shelf: .concrete(wall)
        case .flatlay: random.pick([.planks(wood), .linen(wall), .marble, .terrazzo(Ink(hex: 0xefebe4)), .flat(wall)])
        }
    }

    /// Side by side; those in front stand lower and are drawn later. On shelves, in two rows.
    private func row(_ items: [Item], _ random: inout Random) -> [Slot] {
        let shelves = setting == .shelf && items.count > 2 ? 2 : 1
        var slots: [Slot] = []
        for level in 0..<shelves {
            let members = items.indices.filter { $0 % shelves == level }
            let tallest = members.map { items[$0].style.tallness }.max() ?? 1
            // Narrow products leave room for wide ones.
            let widths = members.map { index in
                let size = items[index].drawing.bounds().size
                return (size.x / size.y * items[index].style.tallness).squareRoot() + 0.25
            }
            let total = widths.reduce(0, +)
            let high = setting == .shelf ? (shelves == 2 ? 0.34 : 0.5) : random.between(0.6, 0.7)
            var left = 0.05
            for (index, width) in zip(members, widths) {
                let share = 0.9 * width / total
                let near = setting == .shelf ? 0 : random.between(0, 0.09)
                let base = setting == .shelf ? Scene.boards(shelves)[level] : 0.83 + near
                let tall = high * (items[index].style.tallness / tallest).squareRoot() * (1 + near)
                slots.append(Slot(anchor: Point(left + share / 2, base), size: Point(share * 0.94, tall)))
                left += share
            }
        }
        let order = shelves == 1 ? items.indices.map { $0 } : items.indices.filter { $0 % 2 == 0 } + items.indices.filter { $0 % 2 == 1 }
        return order.indices.map { slots[order.firstIndex(of: $0) ?? 0] }
    }

    /// Heights of the boards, as shares of the picture.
    private static func boards(_ count: Int) -> [Double] { count == 2 ? [0.44, 0.9] : [0.72] }

    private func drawShelves(on canvas: inout Canvas, _ random: inout Random) {
        let wood = Paint.flat(random.chance(0.5) ? .oak : .walnut).made(of: .wood)
        let (wide, tall) = (Double(canvas.width), Double(canvas.height))
        let unit = tall / 100
        for base in Scene.boards(2) {
            var board = Drawing()
            let top = base * 100 - 2.2
            board.add(.rect(-5, top + 3, wide / unit + 10, 9), .flat(.black(0.22)), on: .rect(-5, top, wide / unit + 10, 20), blur: 3)
            board.add(.rect(-5, top, wide / unit + 10, 3.4), wood.lit { _ in 0.08 })
            board.add(.rect(-5, top + 3.4, wide / unit + 10, 2.6), wood.lit { _ in -0.2 })
            canvas.draw(board, .pose(scale: unit))
        }
    }

    /// Rows and columns with some freedom, for things that lie.
    private func grid(_ count: Int, _ random: inout Random) -> [Slot] {
        let rows = count < 4 ? [count] : [count - count / 2, count / 2]
        var slots: [Slot] = []
        for (row, columns) in rows.enumerated() {
            let cell = Point(0.94 / Double(columns), 0.94 / Double(rows.count))
            for column in 0..<columns {
                let center = Point(0.03 + cell.x * (Double(column) + 0.5), 0.03 + cell.y * (Double(row) + 0.5))
                let drift = Point(random.between(-0.015, 0.015), random.between(-0.015, 0.015))
                let share = random.between(0.72, 0.92)
                slots.append(Slot(anchor: center + drift, size: cell * share, degrees: random.between(-16, 16)))
            }
        }
        return slots
    }
}
