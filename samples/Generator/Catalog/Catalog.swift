/// All products, drawn by lot from the families; the lot is the same in every run.
enum Catalog {
    static let items = Family.all.enumerated().flatMap { index, family in items(of: family, number: index) }

    /// Fresh designs first, then two other colors of one of them, and other views of two.
    private static func items(of family: Family, number: Int) -> [Item] {
        let fresh = family.count - 4
        var items: [Item] = []
        for index in 0..<fresh {
            items.append(design(family, index, color: Palette.colors[(number * 5 + index * 3) % Palette.colors.count]))
        }
        let original = items.first { $0.look.pattern == .plain && $0.style.colors.isEmpty } ?? items[0]
        let taken = original.look.color.name
        let others = Palette.colors.filter { $0.name != taken && $0.name != original.look.accent.name }
        for step in 0..<2 {
            let color = others[(number * 3 + step * 5 + 2) % others.count]
            items.append(variant(of: original, family, items.count, color: color))
        }
        for step in 0..<2 { items.append(otherView(of: items[fresh - 1 - step * 3], family, items.count)) }
        return items
    }

    private static func id(_ family: Family, _ index: Int) -> String {
        let number = String(index + 1)
        return family.prefix + "-" + String(repeating: "0", count: 3 - number.count) + number
    }

    private static func design(_ family: Family, _ index: Int, color: NamedColor) -> Item {
        let id = id(family, index)
        var random = Random(id)
        let style = family.styles[index % family.styles.count]
        let color = style.colors.isEmpty ? color : Palette.color(random.pick(style.colors))
        let brand = random.pick(Brand.all)
        let accent =
            style.colors.isEmpty
            ? random.pick(Palette.partners(of: color.name)) : random.pick(["white", "orange", "beige", "gray", "teal"])
        let look = Look(
            color: color, accent: Palette.color(accent), material: random.pick(style.materials),
            pattern: random.pick(style.patterns), brand: brand.mark,
            number: index / family.styles.count, form: id)
        let view = Item.View(
            seed: "view \(id)", mirrored: mirrored(style, &random), share: random.between(0.7, 0.83))
        return Item(
            id: id, style: style, look: look, view: view, listing: Listing(id, style, look, brand), original: id)
    }

    /// Words on a product must stay readable, so only some styles are mirrored.
    private static func mirrored(_ style: Style, _ random: inout Random) -> Bool {
        let written = [
            "glass bottle", "water flask", "soap dispenser", "mug", "cap", "T-shirt", "hoodie", "hardcover novel",
            "notebook", "book set",
        ]
        return random.chance(0.4) && !written.contains(style.noun)
    }

    private static func variant(of item: Item, _ family: Family, _ index: Int, color: NamedColor) -> Item {
        let id = id(family, index)
        var look = item.look
        look.color = color
        if let accent = Palette.partners(of: color.name).first(where: { $0 == look.accent.name })
            ?? Palette.partners(of: color.name).first
        {
            look.accent = Palette.color(accent)
        }
        let view = Item.View(seed: "view \(id)", mirrored: item.view.mirrored, share: item.view.share)
        let listing = item.listing.inColor(id, item.style, look)
        return Item(
            id: id, style: item.style, look: look, view: view, listing: listing, original: item.original)
    }

    private static func otherView(of item: Item, _ family: Family, _ index: Int) -> Item {
        let id = id(family, index)
        var random = Random(id)
        let flip = mirrored(item.style, &random) ? !item.view.mirrored : item.view.mirrored
        let view = Item.View(seed: "view \(id)", mirrored: flip, share: item.view.share * random.between(0.8, 0.95))
        return Item(
            id: id, style: item.style, look: item.look, view: view,
            listing: item.listing.again(id, item.style, item.look), original: id)
    }
}
