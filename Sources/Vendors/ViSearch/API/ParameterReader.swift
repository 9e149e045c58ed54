/// The parameters of ViSearch; see ``/WireFormat/FormReader``.
typealias ParameterReader = FormReader<ViSearch.Fault>

extension String {
    /// Without blanks and line ends around it.
    var trimmed: String { withoutBlanks }
}
