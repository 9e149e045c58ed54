extension ProductSearch.Query {
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
        if let text = reader.raw("detection").first?.withoutBlanks {
            detection = text.isEmpty ? .off : text.lowercased() == "all" ? .all : .type(text)
        }
        let most = ProductSearch.Limits.objects.upperBound
        detectionLimit = try reader.integer("detection_limit").map { min($0, most) }
        if let text = reader.text("detection_sensitivity") {
            guard let value = Detection.Sensitivity(rawValue: text.lowercased()) else {
                throw .invalid("detection_sensitivity must be low or high, not `\(text)`.")
            }
            sensitivity = value
        }
        allObjects = try reader.flag("search_all_objects") ?? false
        try check()
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
        try check()
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
            guard productID.isProductID else { throw .unknownProduct }
            parameters.append("pid", productID)
        }
        parameters.append("q", text)
        if let box {
            guard box.isSendable else { throw .invalid("box is invalid.") }
            parameters.append("box", box.corners)
        }
        for point in points {
            guard point.left >= 0, point.top >= 0 else { throw .invalid("point is invalid.") }
            parameters.append("point", "\(point.left),\(point.top)")
        }
        switch detection {
        case .all: parameters.append("detection", "all")
        case .type(let type): parameters.append("detection", type)
        case .off: parameters.append("detection", "")
        case nil: break
        }
        let limits = ProductSearch.Limits.objects
        if let detectionLimit, detectionLimit > limits.upperBound {
            throw .invalid("detection_limit must be from 1 to \(limits.upperBound), not \(detectionLimit).")
        }
        parameters.append("detection_limit", detectionLimit.map(String.init))
        parameters.append("detection_sensitivity", sensitivity?.rawValue)
        parameters.append("search_all_objects", allObjects ? true : nil)
    }

    private func check() throws(ProductSearch.Fault) {
        if let detectionLimit, detectionLimit < 1 {
            throw .invalid("detection_limit must be no less than 1, not \(detectionLimit).")
        }
    }
}

extension ParameterReader {
    fileprivate mutating func productID(_ name: String) throws(ProductSearch.Fault) -> String? {
        guard let id = raw(name).first(where: { !$0.isEmpty }) else { return nil }
        guard id.isProductID else {
            throw .invalid("\(name) must have 1 to \(ProductSearch.Limits.nameBytes.upperBound) bytes.")
        }
        return id
    }
}

extension String {
    /// An opaque key of 1…512 bytes.
    package var isProductID: Bool {
        ProductSearch.Limits.nameBytes.contains(utf8.count) && !utf8.allSatisfy { $0 == 0x20 }
    }
}
