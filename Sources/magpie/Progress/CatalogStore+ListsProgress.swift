import SearchAPI
import VisualSearch

extension CatalogStore {
    /// Builds the lists of a large store, for the searches that follow. See ``buildLists()``.
    func buildLists(showing isShown: Bool) throws(SearchError) {
        let progress = ShareProgress("building the lists of the nearest", showing: isShown)
        progress.show(0)
        defer { progress.end() }
        _ = try buildLists()
    }
}
