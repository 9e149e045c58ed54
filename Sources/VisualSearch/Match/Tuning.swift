/// The thresholds between the search methods of an index. Set by measurement; tests use small ones.
struct Tuning: Sendable {
    /// Up to so many rows are scanned as they are, above by their codes.
    var plainRows = 50_000
    /// From so many rows on there are lists.
    var listedRows = 200_000
    /// The least number of rows that codes choose and int8 rows rank; and their number for each requested row.
    var chosen = 500
    var chosenPerWanted = 8
    /// The least number of lists that a search scans.
    var probes = 48
    /// Up to so many rows that pass a filter are all scanned, where a search would use codes or lists.
    var fewRows = 8192
    /// Lists are built again when one row in so many is fresh.
    var freshShare = 32

    /// 4 sqrt(rows) lists.
    func lists(for rows: Int) -> Int { max(Int(4 * Double(rows).squareRoot()), 1) }
}
