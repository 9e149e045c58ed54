import VisualSearch

extension CatalogStore {
    /// Builds the lists of a large store, for the searches that follow, at the end of a command that has stored all items:
    /// says what is missing where that fails or is interrupted. See ``buildLists(cancellation:)``.
    ///
    /// - Returns: The exit code of this step.
    func endWithLists(_ interruption: Interruption, showing isShown: Bool = true) throws(SearchError) -> ExitCode {
        let progress = ShareProgress("building the lists of the nearest", showing: isShown)
        progress.show(0)
        let built = Result { () throws(SearchError) in try buildLists(cancellation: interruption.cancellation) }
        progress.end()
        do throws(SearchError) {
            _ = try built.get()
            return .done
        } catch {
            let (reason, code): (String, ExitCode)
            switch error {
            // Not only the lists are missing.
            case .damaged: throw error
            case .cancelled: (reason, code) = ("interrupted", interruption.exitCode ?? .setup)
            default: (reason, code) = (error.sentence, error.exitCode)
            }
            magpie.note(
                "magpie: \(reason); all items are stored in \(path.printable), only the lists that make its searches quick "
                    + "are missing, and the next 'magpie index' or 'magpie serve' builds them\n")
            return code
        }
    }
}
