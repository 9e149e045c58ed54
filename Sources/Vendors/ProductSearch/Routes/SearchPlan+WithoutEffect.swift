internal import ProductSearchAPI
internal import SearchServer

extension SearchPlan {
    /// Parameters that no operation of this server reads, each with the reason.
    static let unread: [(name: String, reason: String)] = [
        ("sort_group_by", "groups are in the order of their best products"),
        ("sort_group_strategy", "groups are in the order of their best products"),
        ("boosts", "a search has no factors for scores; a recommendation model has"),
        ("global_filter", "it names a filter in the console of the hosted service; `filters` limits a search"),
        ("vs_config", "it configures the image tags of the hosted service"),
        ("vs_attrs_to_get", "the store has no image tags of the hosted service"),
        ("sys_attrs_to_get", "the store has no system fields of the hosted service"),
        ("return_image_s3_url", "the server keeps no copies of pictures at an address"),
        ("debug", "the server has no notes for its developers"),
    ]

    /// Parameters of recommendations, which searches do not read.
    private static let ofRecommendations = [
        "alt_limit", "show_pinned_pids", "show_excluded_pids", "use_set_based_ctl", "set_limit",
        "show_best_product_images", "non_product_based_recs",
    ]

    /// Sentences about what a client sent and what has no effect.
    static func withoutEffect(_ call: ProductSearch.Call, _ sent: Parameters) -> [String] {
        func isSent(_ name: String) -> Bool { sent.values(name).contains { !$0.isEmpty && $0.lowercased() != "false" } }
        func sentence(_ name: String, _ reason: String) -> String { "\(name) has no effect: \(reason)" }
        var sentences = unread.filter { isSent($0.name) }.map { sentence($0.name, $0.reason) }
        let operation = call.operation
        let isSearch = [.searchByImage, .searchByID, .multisearch, .autocomplete].contains(operation)
        if isSearch {
            sentences += ofRecommendations.filter(isSent).map { sentence($0, "it belongs to recommendations") }
        }
        for source in call.otherSources {
            sentences.append(sentence(source, "another source of the picture came first"))
        }
        if operation != .autocomplete, isSent("locale") {
            sentences.append(sentence("locale", "the words of a search are found in every language"))
        }
        if operation.namesProduct {
            for name in ["box", "point", "detection", "search_all_objects", "image", "im_url", "im_id", "pid", "q"]
            where isSent(name) {
                sentences.append(sentence(name, "the product in the path is searched with as a whole"))
            }
        }
        if operation == .searchByID || operation == .multisearch || operation == .searchByImage {
            if isSent("strategy_id") { sentences.append(sentence("strategy_id", "it belongs to recommendations")) }
        }
        let options = call.options
        if operation != .autocomplete, options.spellCorrection == false {
            sentences.append(sentence("spell_correction=false", "a word that no product has is always corrected"))
        }
        let isWords = call.query.image == nil && call.query.productID == nil && !operation.namesProduct
        if options.leastSimilarity != nil, isWords || call.query.text != nil {
            sentences.append(sentence("similar_score_min", "it needs a picture or a product without words"))
        }
        if options.colorWeight != nil, isWords {
            sentences.append(sentence("color_rel_weight", "it needs a picture or a product"))
        }
        if options.returnsQueryMetadata, isWords {
            sentences.append(sentence("return_query_sys_meta", "it needs a picture or a product"))
        }
        return sentences
    }
}
