import Imaging
import SearchAPI
import VisualSearch

extension CatalogStore {
    /// Builds the lists of a large store, for the searches that follow, at the end of a command that has stored all items:
    /// says what is missing where that fails. See ``buildLists()``.
    ///
    /// - Returns: The exit code of this step.
    func endWithLists(showing isShown: Bool = true) throws(SearchError) -> ExitCode {
        let progress = ShareProgress("building the lists of the nearest", showing: isShown)
        progress.show(0)
        let built = Result { () throws(SearchError) in try buildLists() }
        progress.end()
        do throws(SearchError) {
            _ = try built.get()
            return .done
        } catch {
            // Not only the lists are missing.
            if case .damaged = error { throw error }
            magpie.note(
                "magpie: \(error.sentence); all items are stored in \(path.printable), only the lists that make its searches quick "
                    + "are missing, and the next 'magpie index' or 'magpie serve' builds them\n")
            return error.exitCode
        }
    }
}
