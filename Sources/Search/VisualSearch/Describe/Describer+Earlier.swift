internal import SearchAPI

extension Describer {
    /// No earlier form.
    public var earlierForms: [any Describer] { [] }

    /// Opens what belongs to this describer, or, where that belongs to an earlier form of it, with that form.
    ///
    /// - Throws: what `open` throws for this form.
    package func opening<Value>(
        _ open: (any Describer) throws(SearchError) -> Value
    ) throws(SearchError) -> (describer: any Describer, value: Value) {
        do throws(SearchError) { return (self, try open(self)) } catch {
            guard case .describerMismatch = error else { throw error }
            for form in earlierForms {
                do throws(SearchError) { return (form, try open(form)) } catch .describerMismatch { continue }
            }
            throw error
        }
    }
}
