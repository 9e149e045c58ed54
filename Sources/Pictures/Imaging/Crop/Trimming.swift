import Essentials

extension Recipe {
    /// The recipe with the box that its trim leaves of a picture.
    func trimmed(
        _ input: ImageInput, _ limits: Limits, _ cancellation: Cancellation?
    ) throws(ImageError) -> Recipe {
        guard let trim else { return self }
        var recipe = self
        recipe.trim = nil
        var look = Recipe(
            Output(.fit(Trim.side), encoding: .pixels), box: box, effort: .high, background: background, keeps: keeps,
            allowsTruncated: allowsTruncated, frames: frames)
        look.separatesFrames = outputs.contains(where: \.encoding.isAnimated)
        look.developsRaw = developsRaw
        if developsRaw { look.outputsForPreview = outputsForPreview ?? outputs }
        let seen = try run(input, as: look, limits: limits, cancellation: cancellation)
        var found: Box?
        for index in seen.outputs.indices {
            switch seen.pixels(of: index).content(tolerance: trim.tolerance) {
            case .whole: return recipe
            case .nothing: break
            case .inside(let box): found = found?.covering(box) ?? box
            }
        }
        guard let content = found, content != Box(covering: seen.pixels().size) else { return recipe }
        var kept = seen.outputs[0].unmap(content)
        let margin = Int((trim.margin * Double(max(kept.width, kept.height))).rounded())
        kept = Box(
            left: kept.left - margin, top: kept.top - margin, width: kept.width + 2 * margin,
            height: kept.height + 2 * margin)
        recipe.box = kept.inside(seen.box)
        return recipe
    }
}

extension Recipe.Trim {
    /// The longest side of the picture in which borders are found, in pixels.
    static let side = 1024
    /// A row or column with at most this share of other pixels is border: dust, and the noise of a strong coding. What
    /// touches the content is no dust: the antenna of a radio, the cable of a lamp.
    fileprivate static let dust = 0.002
}

extension Box {
    /// The part of the box inside another one that it overlaps.
    fileprivate func inside(_ other: Box) -> Box {
        let (left, top) = (max(left, other.left), max(top, other.top))
        return Box(x1: left, y1: top, x2: min(right, other.right), y2: min(bottom, other.bottom))
    }

    /// The least box around both.
    fileprivate func covering(_ other: Box) -> Box {
        Box(
            x1: min(left, other.left), y1: min(top, other.top), x2: max(right, other.right),
            y2: max(bottom, other.bottom))
    }
}

/// The part of a picture within its borders.
private enum Content {
    /// The corners do not share a color: there is no border.
    case whole
    /// There is nothing beside the border.
    case nothing
    case inside(Box)
}

extension PixelBuffer {
    fileprivate func content(tolerance: Int) -> Content {
        let (width, height) = (size.width, size.height)
        func color(_ x: Int, _ y: Int) -> [Int] {
            (0..<3).map { Int(bytes[(y * width + x) * channels + $0]) }
        }
        let corners = [color(0, 0), color(width - 1, 0), color(0, height - 1), color(width - 1, height - 1)]
        let border = (0..<3).map { channel in corners.map { $0[channel] }.sorted()[1...2].reduce(0, +) / 2 }
        guard corners.allSatisfy({ zip($0, border).allSatisfy { abs($0 - $1) <= tolerance } }) else { return .whole }
        var others = OtherPixels(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let place = (y * width + x) * channels
                let differs = (0..<3).contains { abs(Int(bytes[place + $0]) - border[$0]) > tolerance }
                if differs { others.add(x, y) }
            }
        }
        return others.dense.map { .inside(others.touching($0)) } ?? .nothing
    }
}

/// The pixels that differ from the border.
private struct OtherPixels {
    let width: Int
    let height: Int
    private var isOther: [Bool]
    private var inColumn: [Int]
    private var inRow: [Int]

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        isOther = [Bool](repeating: false, count: width * height)
        (inColumn, inRow) = ([Int](repeating: 0, count: width), [Int](repeating: 0, count: height))
    }

    mutating func add(_ x: Int, _ y: Int) {
        isOther[y * width + x] = true
        inColumn[x] += 1
        inRow[y] += 1
    }

    /// The box between the first and the last rows and columns that have more than dust; nil without any.
    var dense: Box? {
        let (leastDown, leastAcross) = (Int(Recipe.Trim.dust * Double(height)), Int(Recipe.Trim.dust * Double(width)))
        guard let left = inColumn.firstIndex(where: { $0 > leastDown }),
            let right = inColumn.lastIndex(where: { $0 > leastDown }),
            let top = inRow.firstIndex(where: { $0 > leastAcross }),
            let bottom = inRow.lastIndex(where: { $0 > leastAcross })
        else { return nil }
        return Box(left: left, top: top, width: right - left + 1, height: bottom - top + 1)
    }

    /// The box with all pixels outside of it that are joined to one inside, by sides or corners.
    func touching(_ dense: Box) -> Box {
        var (left, top, right, bottom) = (dense.left, dense.top, dense.right, dense.bottom)
        var isOpen = isOther
        var border: [(x: Int, y: Int)] = []
        for y in dense.top..<dense.bottom {
            for x in dense.left..<dense.right where isOther[y * width + x] {
                let isAtEdge = y == dense.top || y == dense.bottom - 1 || x == dense.left || x == dense.right - 1
                isOpen[y * width + x] = false
                if isAtEdge { border.append((x, y)) }
            }
        }
        // A pixel is open until it is taken up.
        while let (x, y) = border.popLast() {
            (left, top) = (min(left, x), min(top, y))
            (right, bottom) = (max(right, x + 1), max(bottom, y + 1))
            for nextY in max(y - 1, 0)...min(y + 1, height - 1) {
                for nextX in max(x - 1, 0)...min(x + 1, width - 1) where isOpen[nextY * width + nextX] {
                    isOpen[nextY * width + nextX] = false
                    border.append((nextX, nextY))
                }
            }
        }
        return Box(left: left, top: top, width: right - left, height: bottom - top)
    }
}
