/// Where an index changes its way of searching. Set by measurement; tests use small ones.
struct Tuning: Sendable {
    /// Up to so many rows are scanned as they are, above by their codes.
    var plainRows = 50_000
    /// From so many rows on there are lists.
    var listedRows = 200_000
    /// Rows that codes choose and int8 rows rank, at least; and for each row wanted.
    var chosen = 500
    var chosenPerWanted = 8
    /// Lists that a search looks into, at least.
    var probes = 48
    /// Up to so many rows left by a filter are all looked at where a search would go by codes or lists.
    var fewRows = 8192
    /// Lists are built again when one row in so many is fresh.
    var freshShare = 32

    /// 4 sqrt(rows) lists.
    func lists(for rows: Int) -> Int { max(Int(4 * Double(rows).squareRoot()), 1) }
}
