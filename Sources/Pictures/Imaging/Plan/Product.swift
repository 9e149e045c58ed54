/// One picture to make: which part of the upright original, and how large.
struct Product: Hashable, Sendable {
    /// In upright pixels of the original.
    var window: Window
    /// In upright pixels of the product.
    var size: Size

    /// Pixels of the product per pixel of the original.
    var horizontalDensity: Double { Double(size.width) / window.width }
    var verticalDensity: Double { Double(size.height) / window.height }

    /// It has fewer pixels than its part of the original, on at least one axis.
    var isShrunk: Bool { min(horizontalDensity, verticalDensity) < 1 - 1e-9 }

    /// True when `other` can be made from this one without losing detail.
    func covers(_ other: Product) -> Bool {
        let slack = 1 + 1e-9
        return window.contains(other.window) && horizontalDensity * slack >= other.horizontalDensity
            && verticalDensity * slack >= other.verticalDensity
    }

    /// Returns the window of `other` in the pixels of this product.
    func window(of other: Product) -> Window {
        Window(
            left: (other.window.left - window.left) * horizontalDensity,
            top: (other.window.top - window.top) * verticalDensity,
            width: other.window.width * horizontalDensity, height: other.window.height * verticalDensity)
    }
}

extension Output {
    /// The product that this output makes of `box`, a part of the upright original.
    func product(of box: Box) -> Product {
        let whole = Window(box)
        switch shape {
        case .fit(let side):
            return Product(window: whole, size: box.size.fitted(to: side, enlarges: enlarges))
        case .exact(let size):
            return Product(window: whole, size: size)
        case .fill(let asked):
            let shrink = enlarges ? 1 : min(1, whole.width / Double(asked.width), whole.height / Double(asked.height))
            let size = Size(
                width: max(1, Int((Double(asked.width) * shrink).rounded())),
                height: max(1, Int((Double(asked.height) * shrink).rounded())))
            let scale = max(Double(size.width) / whole.width, Double(size.height) / whole.height)
            let width = min(whole.width, Double(size.width) / scale)
            let height = min(whole.height, Double(size.height) / scale)
            let window = Window(
                left: whole.left + (whole.width - width) / 2, top: whole.top + (whole.height - height) / 2,
                width: width, height: height)
            return Product(window: window, size: size)
        }
    }
}

extension Size {
    /// The size with the same aspect ratio whose longest side is `side`; the short side is rounded, at least 1.
    func fitted(to side: Int, enlarges: Bool) -> Size {
        guard longestSide > side || enlarges else { return self }
        let scale = Double(side) / Double(longestSide)
        let short = max(1, Int((Double(min(width, height)) * scale).rounded()))
        if width == height { return Size(width: side, height: side) }
        return width > height ? Size(width: side, height: short) : Size(width: short, height: side)
    }
}
