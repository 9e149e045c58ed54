extension ProductSearch.Recommendation {
    init(_ reader: inout ParameterReader) throws(ProductSearch.Fault) {
        self.init()
        returnsProduct = try reader.flag("return_product_info")
        alternativeLimit = try reader.integer("alt_limit").map { min($0, ProductSearch.Limits.hits.upperBound) }
        showsPinned = try reader.flag("show_pinned_pids")
        showsExcluded = try reader.flag("show_excluded_pids")
        usesSets = try reader.flag("use_set_based_ctl")
        setLimit = try reader.integer("set_limit")
        showsBestImages = try reader.flag("show_best_product_images")
        isNotProductBased = try reader.flag("non_product_based_recs")
        categories = try reader.list("category")
        try check()
    }

    func write(to parameters: inout Parameters) throws(ProductSearch.Fault) {
        try check()
        parameters.append("return_product_info", returnsProduct)
        parameters.append("alt_limit", alternativeLimit.map(String.init))
        parameters.append("show_pinned_pids", showsPinned)
        parameters.append("show_excluded_pids", showsExcluded)
        parameters.append("use_set_based_ctl", usesSets)
        parameters.append("set_limit", setLimit.map(String.init))
        parameters.append("show_best_product_images", showsBestImages)
        parameters.append("non_product_based_recs", isNotProductBased)
        for box in boxes {
            guard box.isSendable else { throw .invalid("box is invalid.") }
            parameters.append("box", box.corners)
        }
        parameters.append("category", categories)
    }

    private func check() throws(ProductSearch.Fault) {
        if let alternativeLimit, alternativeLimit < 0 {
            throw .invalid("alt_limit must be no less than 0, not \(alternativeLimit).")
        }
        let sets = ProductSearch.Limits.sets
        if let setLimit, !sets.contains(setLimit) {
            throw .invalid("set_limit must be from \(sets.lowerBound) to \(sets.upperBound), not \(setLimit).")
        }
    }
}
