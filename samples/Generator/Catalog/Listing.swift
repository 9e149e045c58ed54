/// A maker, and the short form that is printed on products.
struct Brand {
    let name: String
    let mark: String

    static let all = [
        Brand(name: "Alder & Finch", mark: "ALDER"), Brand(name: "Norda", mark: "NORDA"),
        Brand(name: "Maison Élan", mark: "ELAN"), Brand(name: "Kestrel", mark: "KESTREL"),
        Brand(name: "Fjällby", mark: "FJALL"), Brand(name: "Oro Verde", mark: "ORO"),
        Brand(name: "Tidewater", mark: "TIDE"), Brand(name: "Pico", mark: "PICO"),
        Brand(name: "Studio Brück", mark: "BRUCK"), Brand(name: "Hazel Row", mark: "HAZEL"),
        Brand(name: "Lumo", mark: "LUMO"), Brand(name: "Señal", mark: "SENAL"),
    ]
}

/// What a shop writes about a product.
struct Listing {
    let title: String
    let description: String
    let brand: Brand
    let price: String
    let inStock: Bool

    /// Words by lot; the same id always gives the same ones.
    init(_ id: String, _ style: Style, _ look: Look, _ brand: Brand) {
        var random = Random("words \(id)")
        let price = random.between(style.prices.lowerBound, style.prices.upperBound).rounded(.down)
        let cents = random.pick(["00", "50", "90", "95", "99"])
        self.init(id, style, look, brand, price: "\(Int(price)).\(cents)")
    }

    private init(_ id: String, _ style: Style, _ look: Look, _ brand: Brand, price: String) {
        var random = Random("words \(id)")
        self.brand = brand
        self.price = price
        inStock = random.chance(0.86)
        title = Listing.title(style, look, &random)
        description = Listing.description(style, look, &random)
    }

    /// The same product in another color: same maker and price.
    func inColor(_ id: String, _ style: Style, _ look: Look) -> Listing {
        Listing(id, style, look, brand, price: price)
    }

    /// The same product, listed again by somebody else.
    func again(_ id: String, _ style: Style, _ look: Look) -> Listing { Listing(id, style, look, brand, price: price) }

    private static func title(_ style: Style, _ look: Look, _ random: inout Random) -> String {
        let color = look.color.name
        let surface = [look.pattern.adjective, look.material.adjective].compactMap { $0 }.joined(separator: " ")
        let made = surface.isEmpty ? style.noun : "\(surface) \(style.noun)"
        let title =
            switch random.below(4) {
            case 0: "\(color) \(made)"
            case 1: "\(made), \(color)"
            case 2: "\(made) in \(color)"
            default: "\(color) \(style.noun)" + (surface.isEmpty ? "" : ", \(surface)")
            }
        return title.capitalizedFirst
    }

    private static func description(_ style: Style, _ look: Look, _ random: inout Random) -> String {
        let detail = random.pick(style.details)
        let use = random.pick(style.uses)
        let color = look.pattern == .plain ? look.color.name : "\(look.color.name) and \(look.accent.name)"
        let material = look.material == .smooth ? style.smooth : look.material.phrase
        let figure = look.pattern == .plain ? "" : " with \(look.pattern.phrase)"
        return switch random.below(4) {
        case 0: "\(detail). In \(color)\(figure), made of \(material). Good for \(use)."
        case 1: "\(material.capitalizedFirst) in \(color)\(figure). \(detail). A fine choice for \(use)."
        case 2:
            "\(style.noun.capitalizedFirst) for \(use): \(material), \(color)\(figure). \(detail)."
        default: "\(detail), \(color)\(figure). Made of \(material), for \(use)."
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Pattern {
    fileprivate var adjective: String? {
        switch self {
        case .plain: nil
        case .stripes: "striped"
        case .checks: "checked"
        case .tartan: "tartan"
        case .dots: "polka-dot"
        case .flowers: "floral"
        case .zigzag: "zigzag"
        case .argyle: "argyle"
        case .marbled: "marbled"
        }
    }

    fileprivate var phrase: String {
        switch self {
        case .plain: ""
        case .stripes: "even stripes"
        case .checks: "gingham checks"
        case .tartan: "a tartan weave"
        case .dots: "polka dots"
        case .flowers: "a print of small flowers"
        case .zigzag: "a zigzag pattern"
        case .argyle: "argyle diamonds"
        case .marbled: "a marbled finish"
        }
    }
}

extension Material {
    fileprivate var adjective: String? {
        switch self {
        case .smooth, .glass: nil
        default: rawValue
        }
    }

    fileprivate var phrase: String {
        switch self {
        case .smooth: "plastic"
        case .leather: "full-grain leather"
        case .suede: "soft suede"
        case .canvas: "sturdy cotton canvas"
        case .denim: "washed denim"
        case .knit: "fine knit"
        case .wood: "solid wood"
        case .metal: "brushed metal"
        case .ceramic: "glazed ceramic"
        case .glass: "tinted glass"
        case .linen: "woven linen"
        case .straw: "plaited straw"
        case .felt: "wool felt"
        case .velvet: "cotton velvet"
        case .satin: "flowing satin"
        }
    }
}
