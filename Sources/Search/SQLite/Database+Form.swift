package import SearchAPI

extension Database {
    /// The number of steps that the tables of a file of ours have gone through.
    ///
    /// - Parameter known: The steps of this version.
    /// - Throws: `store` for a form of a newer version, `damaged` for a number that no version writes.
    package func form(upTo known: Int) throws(SearchError) -> Int {
        let form = try integer("PRAGMA user_version")
        if form > known {
            throw .store(
                path: path,
                reason: "it was made by a newer version (form \(form), this one knows up to \(known)); update Magpie")
        }
        guard form > 0 else {
            let number = form == 0 ? "no number" : "the number \(form), which no version writes"
            throw .damaged(path: path, detail: "its form has \(number)")
        }
        return form
    }

    /// Throws `store` for a file from elsewhere that could carry code, which would run when the file is written.
    package func refuseCode() throws(SearchError) {
        if try integer("SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')") > 0 {
            throw .store(path: path, reason: "it holds triggers or views, which no Magpie store has")
        }
    }
}
