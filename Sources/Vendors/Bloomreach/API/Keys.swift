/// The names of the parameters of a recommendation, which the two forms spell differently.
struct Keys {
    var model: String
    var fill: String
    /// Ours: the vendor draws without a seed.
    var fillSeed: String
    var whitelist: String
    var filter: String
    var categories: String
    let size = "size"
    let items = "items"
    let noTrack = "no_track"

    static let project = Keys(
        model: "id", fill: "fillWithRandom", fillSeed: "fillSeed", whitelist: "catalogAttributesWhitelist",
        filter: "catalogFilter", categories: "categoryNames")
    static let stream = Keys(
        model: "engine_id", fill: "fill_with_random", fillSeed: "fill_seed", whitelist: "catalog_attributes_whitelist",
        filter: "catalog_filter", categories: "category_names")

    var all: Set<String> { [model, fill, fillSeed, whitelist, filter, categories, size, items, noTrack] }
}
