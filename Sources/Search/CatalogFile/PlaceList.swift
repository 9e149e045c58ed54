/// The places of the rows of a catalog, in 12 bytes each; in a catalog whose rows belong to products, or to objects of several
/// rows, 8 more.
package struct PlaceList: Sendable {
    private var starts: [Int] = []
    private var lines: [UInt32] = []
    private var products: [CatalogTable.Start] = []
    /// For each row the number of its product, and of its part; empty where no row has one.
    private var (productOf, partOf) = ([Int32](), [Int32]())

    package init() {}

    package var count: Int { starts.count }

    package mutating func append(_ place: CatalogTable.Place) {
        if let product = place.product {
            if products.last != product { products.append(product) }
            productOf += repeatElement(-1, count: count - productOf.count)
            productOf.append(Int32(products.count - 1))
        } else if !productOf.isEmpty {
            productOf.append(-1)
        }
        if let part = place.part {
            partOf += repeatElement(-1, count: count - partOf.count)
            partOf.append(part)
        } else if !partOf.isEmpty {
            partOf.append(-1)
        }
        starts.append(place.start)
        lines.append(UInt32(clamping: place.line))
    }

    package subscript(row: Int) -> CatalogTable.Place {
        let part = partOf.isEmpty ? -1 : partOf[row]
        var place = CatalogTable.Place(line: Int(lines[row]), start: starts[row], part: part < 0 ? nil : part)
        let product = productOf.isEmpty ? -1 : productOf[row]
        if product >= 0 { place.product = products[Int(product)] }
        return place
    }
}
