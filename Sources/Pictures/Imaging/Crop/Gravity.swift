extension Output.Gravity {
    /// The part is chosen by what the picture shows.
    var needsPixels: Bool {
        switch self {
        case .attention: true
        case .boxes(let boxes): boxes.isEmpty
        case .center, .point: false
        }
    }

    /// A part of a picture, moved inside of it by this gravity; in the middle where pixels are needed.
    func placed(_ part: Window, in whole: Window) -> Window {
        switch self {
        case .center, .attention: part.centered(on: whole.middle, in: whole)
        case .point(let x, let y):
            part.centered(on: (whole.left + x * whole.width, whole.top + y * whole.height), in: whole)
        case .boxes(let boxes): part.holding(boxes.map { Window($0) }, in: whole)
        }
    }
}

extension Window {
    var middle: (x: Double, y: Double) { (left + width / 2, top + height / 2) }

    /// The window as near as possible around a point.
    func centered(on point: (x: Double, y: Double), in whole: Window) -> Window {
        var moved = self
        moved.left = min(max(point.x - width / 2, whole.left), whole.right - width)
        moved.top = min(max(point.y - height / 2, whole.top), whole.bottom - height)
        return moved
    }

    /// The window around as many boxes as fit whole, the first of them first.
    fileprivate func holding(_ boxes: [Window], in whole: Window) -> Window {
        guard var held = boxes.first else { return centered(on: whole.middle, in: whole) }
        for box in boxes.dropFirst() {
            let more = held.union(box)
            if more.width <= width, more.height <= height { held = more }
        }
        var part = centered(on: held.middle, in: whole)
        // A part that is not resized stays sharp.
        part.left = min(part.left.rounded(), whole.right - width)
        part.top = min(part.top.rounded(), whole.bottom - height)
        return part
    }
}
