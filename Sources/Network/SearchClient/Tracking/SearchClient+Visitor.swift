package import WireFormat

extension SearchClient {
    /// Adds the visitor and the visit to the parameters of a search, where analytics are switched on.
    package func addVisitor(to parameters: inout Parameters) {
        guard let analytics = configuration.analytics else { return }
        parameters.append("va_uid", analytics.session.uid)
        parameters.append("va_sid", analytics.session.sid())
        for (name, value) in analytics.values.sorted(by: { $0.key < $1.key }) { parameters.append(name, value) }
    }
}
