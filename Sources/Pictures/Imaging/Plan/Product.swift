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
    ///
    /// That of a fill by attention is the whole box, at the density of the fill: the part is chosen when the pixels
    /// are there. That of a padded picture is the picture without its surroundings.
    func product(of box: Box) -> Product {
        let whole = Window(box)
        switch shape {
        case .fit(let side):
            return Product(window: whole, size: box.size.fitted(to: side, enlarges: enlarges))
        case .width(let width):
            guard enlarges || width < box.width else { return Product(window: whole, size: box.size) }
            let height = (Double(box.height) * Double(width) / Double(box.width)).rounded()
            return Product(window: whole, size: Size(width: width, height: max(1, Int(height))))
        case .within(let size):
            let least = covers ? box.size.divided(covering: size) : nil
            return Product(window: whole, size: least ?? box.size.inside(size, enlarges: enlarges))
        case .original: return Product(window: whole, size: box.size)
        case .exact(let size):
            return Product(window: whole, size: size)
        case .pad(let asked, let padding):
            return Product(window: whole, size: box.size.inside(padding.inner(of: asked), enlarges: enlarges))
        case .fill(let asked):
            let filled = whole.filled(by: asked, gravity: gravity, enlarges: enlarges)
            guard gravity.needsPixels else { return filled }
            let density = max(filled.horizontalDensity, filled.verticalDensity)
            return Product(
                window: whole,
                size: Size(
                    width: max(filled.size.width, Int((whole.width * density).rounded())),
                    height: max(filled.size.height, Int((whole.height * density).rounded()))))
        }
    }
}

extension Output.Padding {
    /// The size that is left for the picture.
    func inner(of size: Size) -> Size {
        let margin = 2 * Int((Double(min(size.width, size.height)) * margin).rounded())
        return Size(width: max(1, size.width - margin), height: max(1, size.height - margin))
    }
}

extension Window {
    /// The product that covers a size with this window, and the part of the window that it shows.
    func filled(by asked: Size, gravity: Output.Gravity, enlarges: Bool) -> Product {
        let shrink = enlarges ? 1 : min(1, width / Double(asked.width), height / Double(asked.height))
        let size = Size(
            width: max(1, Int((Double(asked.width) * shrink).rounded())),
            height: max(1, Int((Double(asked.height) * shrink).rounded())))
        let scale = max(Double(size.width) / width, Double(size.height) / height)
        var part = self
        part.width = min(width, Double(size.width) / scale)
        part.height = min(height, Double(size.height) / scale)
        return Product(window: gravity.placed(part, in: self), size: size)
    }
}

extension Size {
    /// The size with the same aspect ratio whose longest side is `side`; the short side is rounded, at least 1.
    package func fitted(to side: Int, enlarges: Bool) -> Size {
        guard longestSide > side || enlarges else { return self }
        let scale = Double(side) / Double(longestSide)
        let short = max(1, Int((Double(min(width, height)) * scale).rounded()))
        if width == height { return Size(width: side, height: side) }
        return width > height ? Size(width: side, height: short) : Size(width: short, height: side)
    }

    /// The largest size with the same aspect ratio that fits into another; sides are rounded, at least 1.
    func inside(_ other: Size, enlarges: Bool) -> Size {
        let scale = min(Double(other.width) / Double(width), Double(other.height) / Double(height))
        guard scale < 1 || enlarges else { return self }
        return Size(
            width: min(other.width, max(1, Int((Double(width) * scale).rounded()))),
            height: min(other.height, max(1, Int((Double(height) * scale).rounded()))))
    }
    /// The size divided by 8, 4 or 2, the first that reaches both sides of another; as it is where none does.
    func divided(covering other: Size) -> Size {
        let sizes = [8, 4, 2].map { Reduction.shrink($0).applied(to: self) }
        return sizes.first { $0.width >= other.width && $0.height >= other.height } ?? self
    }
}
