/// The mapping between the pixels of an output and those of the original, for boxes in either direction.
package struct Placement: Hashable, Sendable {
    var product: Product
    var uprightSize: Size

    init(product: Product, uprightSize: Size) {
        self.product = product
        self.uprightSize = uprightSize
    }

    /// A whole picture and the same in another size.
    package init(of uprightSize: Size, resizedTo size: Size) {
        self.init(product: Product(window: Window(Box(covering: uprightSize)), size: size), uprightSize: uprightSize)
    }

    /// Both axes share the scale of the longer side where the aspect ratio was kept: a service that knows only
    /// the output and its longest side arrives at the same numbers.
    private var scale: (x: Double, y: Double) {
        let (x, y) = (product.horizontalDensity, product.verticalDensity)
        let (width, height) = (product.window.width * y, product.window.height * x)
        guard abs(width - Double(product.size.width)) <= 1 || abs(height - Double(product.size.height)) <= 1 else {
            return (x, y)
        }
        let long = product.size.width >= product.size.height ? x : y
        return (long, long)
    }

    package func map(_ box: Box) -> Box {
        let scale = scale
        func place(_ value: Int, _ start: Double, _ scale: Double) -> Int {
            // No picture reaches as far as this; a box may.
            Int(min(max((Double(value) - start) * scale, -1e15), 1e15))
        }
        let left = place(box.left, product.window.left, scale.x)
        let top = place(box.top, product.window.top, scale.y)
        let right = place(box.right, product.window.left, scale.x)
        let bottom = place(box.bottom, product.window.top, scale.y)
        return Box(left: left, top: top, width: right - left, height: bottom - top)
    }

    /// The nearest point in the output.
    package func map(_ point: Point) -> Point {
        let place = map(Box(left: point.left, top: point.top, width: 0, height: 0))
        return Point(
            left: min(max(place.left, 0), product.size.width - 1), top: min(max(place.top, 0), product.size.height - 1))
    }

    package func unmap(_ box: Box) -> Box {
        func place(_ value: Int, _ start: Double, _ density: Double, _ side: Int) -> Int {
            Int(min(max((start + Double(value) / density).rounded(), 0), Double(side)))
        }
        let left = place(box.left, product.window.left, product.horizontalDensity, uprightSize.width)
        let top = place(box.top, product.window.top, product.verticalDensity, uprightSize.height)
        let right = place(box.right, product.window.left, product.horizontalDensity, uprightSize.width)
        let bottom = place(box.bottom, product.window.top, product.verticalDensity, uprightSize.height)
        return Box(left: left, top: top, width: right - left, height: bottom - top)
    }
}
