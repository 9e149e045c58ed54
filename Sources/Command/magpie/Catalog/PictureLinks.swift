/// The rows of a catalog that name each image of a run.
struct PictureLinks: Sendable {
    private struct Link: Sendable {
        var image: Int32
        var row: Int32
        /// The names at the end of the path by which the image was found; those of a path that is its own, the most.
        var shared: Int32
        /// Hashes that tell addresses apart, and items.
        var (address, item): (Int, Int)
    }

    private var links: [Link] = []
    /// Cells that fit several images alike, and those of an image that cells of other addresses fit as well as they do; the row
    /// of the first one.
    private(set) var (unclear, example) = (0, nil as Int?)

    mutating func add(row: Int, id: String?, image: Int, shared: Int, address: Path) {
        links.append(
            Link(
                image: Int32(image), row: Int32(row), shared: Int32(clamping: shared),
                address: shared == .max ? 0 : address.hashValue, item: id?.hashValue ?? row))
    }

    /// Adds a row with a cell that tells no image from another.
    mutating func addUnclear(row: Int) {
        unclear += 1
        example = example ?? row
    }

    /// Orders the links, and leaves out those of addresses that another one fits better, or as well: a name at the end of
    /// two addresses tells nothing. Must come before the first look-up.
    mutating func sort() {
        links.sort { ($0.image, $0.row) < ($1.image, $1.row) }
        var kept: [Link] = []
        kept.reserveCapacity(links.count)
        var rest = links[...]
        while let first = rest.first {
            let group = rest.prefix { $0.image == first.image }
            rest = rest.dropFirst(group.count)
            let loose = group.filter { $0.shared != Int32.max }
            let most = loose.map(\.shared).max()
            let best = loose.filter { $0.shared == most }
            let isClear = Set(best.map(\.address)).count == 1 || Set(best.map(\.item)).count == 1
            for link in group {
                if link.shared == Int32.max || isClear && link.shared == most {
                    if kept.last.map({ $0.image == link.image && $0.row == link.row }) != true { kept.append(link) }
                } else {
                    addUnclear(row: Int(link.row))
                }
            }
        }
        links = kept
    }

    /// The rows of an image, in the order of the file.
    func rows(_ image: Int) -> some Sequence<Int> {
        links[start(of: image, 0)...].lazy.prefix { $0.image == image }.map { Int($0.row) }
    }

    func joins(row: Int, image: Int) -> Bool {
        let place = start(of: image, row)
        return place < links.count && links[place].image == image && links[place].row == row
    }

    var isEmpty: Bool { links.isEmpty }

    private func start(of image: Int, _ row: Int) -> Int {
        var (low, high) = (0, links.count)
        while low < high {
            let middle = (low + high) / 2
            if (Int(links[middle].image), Int(links[middle].row)) < (image, row) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
