// The limits of ViSearch alone.
extension ViSearch.Limits {
    /// Colors of a search, and the weight of each.
    package static let colors = 1...16
    /// Weights of a color in a search by colors.
    package static let colorWeights = 1...100
    /// Items of one insert.
    package static let images = 100
    /// Parameters of an item to insert, name and URL included.
    package static let imageParameters = 32
    /// Errors on a page of the status of an insert.
    package static let errors = 100
}
