/// Every size, scale and box of one job, computed from the header before a pixel moves.
struct Plan: Hashable, Sendable {
    let uprightSize: Size
    /// The part of the original that is used. Upright pixels.
    let box: Box
    /// The picture that is made straight from the decoder; all products come from it.
    let base: Product
    /// One for each output, in the order of the recipe. Those of fills by attention are placed once the base is there.
    private(set) var products: [Product]
    /// The outputs that are too large for their format, by their places; a product of one pixel stands for each.
    let obstacles: [Int: ImageError]
    /// The work of the decoder.
    var decode: Decode

    /// The decoder's share, in the orientation of the file.
    struct Decode: Hashable, Sendable {
        /// The reduction of the sides while decoding.
        var reduction: Reduction
        /// The sides of the whole picture after the reduction.
        var size: Size
        /// The part that becomes the base, in pixels of the reduced picture.
        var window: Window
        /// The pixels that have to be decoded for it.
        var region: Box
        /// The sides of the base before it is turned upright.
        var baseSize: Size
    }

    init(stored: Size, orientation: Int, recipe: Recipe, decoder: Plan.Decoder) throws(ImageError) {
        let upright = orientation < 5 ? stored : stored.transposed
        let box = try Box.clamped(recipe.box, to: upright)
        var products = recipe.outputs.map { $0.product(of: box) }
        var obstacles: [Int: ImageError] = [:]
        for (index, output) in recipe.outputs.enumerated() {
            let side = products[index].size.longestSide
            let limit = min(output.encoding.longestSide, output.isSizedByPicture ? Int.max : Output.sides.upperBound)
            if side <= limit { continue }
            let obstacle = ImageError.tooLarge(stage: .plan, value: side, limit: limit, unit: "pixels on a side")
            guard recipe.omitsOversized else { throw obstacle }
            obstacles[index] = obstacle
            products[index].size = Size(width: 1, height: 1)
        }
        if let first = obstacles[0], obstacles.count == products.count { throw first }
        uprightSize = upright
        self.box = box
        self.products = products
        self.obstacles = obstacles

        let reduction: Reduction
        if let base = Plan.base(of: products) {
            self.base = base
            reduction = decoder.reduction(for: base, of: stored, effort: recipe.effort)
        } else {
            // For colors alone a small picture is enough, and the decoder's pixels need no resize.
            reduction = decoder.reductionForColors(of: box.size, in: stored)
            let decoded = reduction.applied(to: box.size)
            base = Product(window: Window(box), size: decoded.fitted(to: Plan.colorSide * 2, enlarges: false))
        }
        decode = Decode(base: base, stored: stored, orientation: orientation, reduction: reduction)
    }

    /// The plan of another picture of the same view, beside the one that the recipe is for.
    ///
    /// - Parameter products: The pictures to make, at least one, in upright pixels of the other picture.
    init(stored: Size, orientation: Int, products: [Product], decoder: Plan.Decoder, effort: Recipe.Effort) {
        uprightSize = orientation < 5 ? stored : stored.transposed
        box = Box(covering: uprightSize)
        self.products = products
        obstacles = [:]
        base = Plan.base(of: products) ?? Product(window: Window(box), size: uprightSize)
        let reduction = decoder.reduction(for: base, of: stored, effort: effort)
        decode = Decode(base: base, stored: stored, orientation: orientation, reduction: reduction)
    }

    /// Chooses the part of each fill by attention, from the base as it is upright.
    mutating func placeFills(of recipe: Recipe, in base: Raster, workspace: Workspace) {
        for (index, output) in recipe.outputs.enumerated() {
            guard case .fill(let asked) = output.shape, output.gravity.needsPixels, obstacles[index] == nil else {
                continue
            }
            let whole = Window(box)
            var product = whole.filled(by: asked, gravity: .center, enlarges: output.enlarges)
            let seen = base.resized(
                self.base.window(of: products[index]), to: box.size.fitted(to: Attention.side, enlarges: false),
                workspace: workspace)
            product.window = Attention.placed(product.window, in: whole, seen: seen)
            products[index] = product
        }
    }

    /// Colors are read from a picture of at least this longest side, and less than twice as much, where there is one.
    static let colorSide = 256

    private static func base(of products: [Product]) -> Product? {
        guard let first = products.first else { return nil }
        if let widest = products.first(where: { candidate in products.allSatisfy(candidate.covers) }) { return widest }
        let window = products.dropFirst().reduce(first.window) { $0.union($1.window) }
        // More pixels than the original has would hold no more detail.
        let horizontal = min(1, products.map(\.horizontalDensity).max() ?? 1)
        let vertical = min(1, products.map(\.verticalDensity).max() ?? 1)
        let size = Size(
            width: max(1, Int((window.width * horizontal).rounded(.up))),
            height: max(1, Int((window.height * vertical).rounded(.up))))
        return Product(window: window, size: size)
    }
}

extension Plan {
    /// The bytes that the pixels of the outputs take at the same time, with what the largest one's encoder holds.
    func outputBytes(of recipe: Recipe, frames: Int = 1) -> Int {
        let pixels = products.map { min($0.size.pixelCount, Int.max >> 26) }
        let encoder = zip(recipe.outputs, pixels).map { $0.encoderBytes * $1 }.max() ?? 0
        // The frames of each output, those of the one at work once more below each other, and one in its encoder.
        let stacked = frames > 1 ? 2 * frames : 1
        return 3 * pixels.reduce(0, +) * stacked + encoder
    }
}

extension Plan.Decode {
    /// The bytes that the resize holds at the same time: the rows that one row of the base is made of, and the base.
    var resizedBytes: Int {
        let rows = Int(2 * LanczosTable.lobes * max(1, window.height / Double(baseSize.height))) + 1
        let held = Size(width: region.width, height: min(rows, region.height)).pixelCount
        return 4 * (min(held, Int.max / 32) + min(baseSize.pixelCount, Int.max / 32))
    }

    init(base: Product, stored: Size, orientation: Int, reduction: Reduction) {
        let turned = base.window.stored(orientation: orientation, in: stored)
        self.reduction = reduction
        size = reduction.applied(to: stored)
        switch reduction {
        case .shrink(let factor): window = turned.divided(by: factor)
        case .scale:
            // The whole picture was fitted to whole pixels, on each axis by itself.
            window = turned.scaled(
                x: Double(size.width) / Double(stored.width), y: Double(size.height) / Double(stored.height))
        }
        region = window.pixels(in: size)
        baseSize = orientation < 5 ? base.size : base.size.transposed
    }
}

extension Output {
    /// The picture alone decides on the sides.
    fileprivate var isSizedByPicture: Bool {
        switch shape {
        case .original: true
        default: encoding == .pixels
        }
    }
}

extension Int {
    func dividedUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
