import Imaging

/// Several products in one picture.
struct Scene: Sendable {
    enum Setting: CaseIterable {
        case paper, shelf, table, flatlay, room, spotlight
    }

    /// A product in the picture; `frame` fits it tightly, without its shadow, in pixels.
    struct DescribedObject {
        let item: Item
        let frame: Frame
    }

    let number: Int
    let items: [Item]
    let setting: Setting

    /// Products that were shown least so far come first, so that many of them have a scene.
    static let all: [Scene] = {
        var shown: [String: Int] = [:]
        return (1...26).map { number in
            let setting = Setting.allCases[(number - 1) % Setting.allCases.count]
            let items = cast(number, setting, shown)
            for item in items { shown[item.look.form, default: 0] += 1 }
            return Scene(number: number, items: items, setting: setting)
        }
    }()

    var file: String { "scenes/scene-\(number < 10 ? "0" : "")\(number).jpg" }

    /// Two to five products that one would find together, each of another style.
    private static func cast(_ number: Int, _ setting: Setting, _ shown: [String: Int]) -> [Item] {
        var random = Random("cast \(number)")
        let count = setting == .shelf ? 4 + random.below(2) : 2 + (number / 2 + random.below(2)) % 4
        var chosen: [Item] = []
        while chosen.count < count {
            let fits = Catalog.items.filter { item in
                setting.suits(item) && !chosen.contains { $0.style.noun == item.style.noun }
            }
            guard let least = fits.map({ shown[$0.look.form, default: 0] }).min() else { break }
            chosen.append(random.pick(fits.filter { shown[$0.look.form, default: 0] == least }))
        }
        return chosen
    }

    func draw() -> (picture: PixelBuffer?, things: [DescribedObject]) {
        var random = Random(file)
        let (width, height) = random.pick(
            items.count > 3 ? [(1024, 720), (960, 640), (960, 720)] : [(800, 600), (960, 640), (768, 768), (720, 720)])
        var canvas = Canvas(width: width, height: height)
        let size = Point(Double(width), Double(height))
        let layout = Layout(items: items, setting: setting, size: size, &random)
        canvas.fill(setting.backdrop(&random).paint(width: width, height: height, horizon: layout.horizon))
        if setting == .shelf { drawShelves(on: &canvas, &random) }
        var things: [DescribedObject] = []
        for slot in layout.slots {
            let stance = setting == .flatlay ? Stance.lying : slot.item.style.stance
            let placement = Placement(
                slot.item.drawing, stance: stance, width: slot.size.x, height: slot.size.y, anchor: slot.anchor,
                degrees: slot.degrees, mirrored: slot.item.view.mirrored)
            if let frame = canvas.place(placement) { things.append(DescribedObject(item: slot.item, frame: frame)) }
        }
        canvas.relight(fromLeft: random.chance(0.5), strength: 0.06)
        return (canvas.buffer, things)
    }

    private func drawShelves(on canvas: inout Canvas, _ random: inout Random) {
        let wood = Paint.flat(random.chance(0.5) ? .oak : .walnut).made(of: .wood)
        let unit = Double(canvas.height) / 100
        let wide = Double(canvas.width) / unit + 10
        for base in Layout.boards {
            var board = Drawing()
            let top = base * 100 - 2.2
            board.add(.rect(-5, top + 3, wide, 9), .black(0.22), on: .rect(-5, top, wide, 20), blur: 3)
            board.add(.rect(-5, top, wide, 3.4), wood.lit { _ in 0.08 })
            board.add(.rect(-5, top + 3.4, wide, 2.6), wood.lit { _ in -0.2 })
            canvas.draw(board, .pose(scale: unit))
        }
    }
}

extension Scene.Setting {
    fileprivate func suits(_ item: Item) -> Bool {
        let family = item.id.prefix { $0 != "-" }
        let style = item.style
        return switch self {
        case .flatlay: style.stance == .lying || ["bag", "hat", "shoe"].contains(family)
        case .room: style.tallness > 1.6 || style.noun == "potted plant"
        case .table: style.tallness < 1.6 && style.stance == .standing && !["shoe", "hat"].contains(family)
        default: style.tallness < 1.6 && style.stance == .standing
        }
    }

    fileprivate func backdrop(_ random: inout Random) -> Backdrop {
        let walls: [UInt32] = [0xe4e0d8, 0xd3dfe2, 0xdfe5d6, 0xeadbd2, 0xcfd0d8]
        let wall = Ink(hex: random.pick(walls))
        let wood = random.pick([Ink.oak, .walnut, Ink(hex: 0xd8bd98)])
        return switch self {
        case .paper: random.chance(0.4) ? .white : .studio(Ink(hex: 0xf8f8f7))
        case .spotlight: random.chance(0.5) ? .spotlight(wall.lit(-0.05)) : .gradient(wall.lit(0.3), wall.lit(-0.12))
        case .table: .table(wood: wood, wall: wall)
        case .room: .room(wood: wood, wall: wall)
        case .shelf: .concrete(wall)
        case .flatlay:
            random.pick([.planks(wood), .linen(wall), .marble, .terrazzo(Ink(hex: 0xefebe4)), .flat(wall)])
        }
    }
}
