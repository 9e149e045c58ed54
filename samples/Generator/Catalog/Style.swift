/// One kind of product: how it is drawn and what a shop says about it.
struct Style: Sendable {
    let noun: String
    let category: String
    let draw: @Sendable (Look) -> Drawing
    var stance = Stance.standing
    var materials: [Material] = [.smooth]
    /// What `smooth` means for it.
    var smooth = "molded plastic"
    var patterns: [Pattern] = [.plain]
    /// In whole currency units.
    let prices: ClosedRange<Double>
    /// Sentences about the make.
    let details: [String]
    /// What it is good for; each completes "…, … for ".
    let uses: [String]
    /// Names from the palette; empty: all.
    var colors: [String] = []
    /// How tall it is beside other products, 1 is a bottle.
    var tallness = 1.0
    /// How far pictures of it may be turned, in degrees.
    var turn = 0.0
}

/// Products that share an id prefix, such as `shoe-001`.
struct Family: Sendable {
    let prefix: String
    let count: Int
    let styles: [Style]
}
