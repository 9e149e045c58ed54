extension ProductSearch.Query: ViSenze.PlacedPicture {
    package typealias Dialect = ProductSearch

    package mutating func take(upload id: String) { image = .id(id) }

    /// Of several sources, the earlier upload counts, then the file, the URL, the product; `others` gets the names of the
    /// rest.
    init(
        _ reader: inout ParameterReader, hasImage: Bool, others: inout [String]
    ) throws(ProductSearch.Fault) {
        let (id, url) = (reader.text("im_id"), reader.text("im_url"))
        let product = try reader.productID("pid")
        self.init(text: reader.text("q"))
        var named: [String] = []
        if let id {
            image = .id(id)
            named.append("im_id")
        }
        if hasImage {
            image = image ?? ProductSearch.Image(.upload)
            named.append("image")
        }
        if let url {
            image = image ?? .url(url)
            named.append("im_url")
        }
        if let product {
            if image == nil { productID = product }
            named.append("pid")
        }
        others = Array(named.dropFirst())
        if let text = reader.text("box") { box = try Self.box(text) }
        for point in try reader.tuples("point", of: 2) {
            guard point.allSatisfy({ (0...Int(Int32.max)).contains($0) }) else {
                throw .invalid("point must be `x,y` in pixels of the picture, not `\(point[0]),\(point[1])`.")
            }
            points.append(Point(left: point[0], top: point[1]))
        }
        try readDetection(&reader)
        allObjects = try reader.flag("search_all_objects") ?? false
    }

    /// Reads a box from `x1,y1,x2,y2`.
    private static func box(_ text: String) throws(ProductSearch.Fault) -> Box {
        let corners = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double(String($0).withoutBlanks).flatMap { Int(exactly: $0.rounded(.towardZero)) } }
        let numbers = corners.compactMap(\.self)
        guard corners.count == 4, numbers.count == 4, let box = Box(corners: numbers) else {
            throw .invalid("box must be `x1,y1,x2,y2` in pixels of the picture, from left and top, not `\(text)`.")
        }
        return box
    }

    /// Writes all but the picture of this machine, which is a part of its own.
    func write(to parameters: inout Parameters) throws(ProductSearch.Fault) {
        try checkDetection()
        switch image?.source {
        case .url(let url):
            guard url.contains("://") else { throw .invalidImage }
            parameters.append("im_url", url)
        case .id(let id):
            guard !id.isEmpty else { throw .missingImage }
            parameters.append("im_id", id)
        case .upload, .local, nil: break
        }
        if let productID {
            guard productID.isItemName else { throw .unknownProduct }
            parameters.append("pid", productID)
        }
        parameters.append("q", text)
        try writePlaces(to: &parameters)
        parameters.append("search_all_objects", allObjects ? true : nil)
    }
}

extension ParameterReader {
    fileprivate mutating func productID(_ name: String) throws(ProductSearch.Fault) -> String? {
        guard let id = raw(name).first(where: { !$0.isEmpty }) else { return nil }
        guard id.isItemName else {
            throw .invalid("\(name) must have 1 to \(ProductSearch.Limits.nameBytes.upperBound) bytes.")
        }
        return id
    }
}
