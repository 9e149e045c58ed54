/// The parameters of ViSearch; see ``/WireFormat/FormReader``.
typealias ParameterReader = FormReader<ViSearch.Fault>

extension ViSearch.Fault: ParameterFault {
    package static var listValues: Int { ViSearch.Limits.listValues }
}

extension String {
    /// Without blanks and line ends around it.
    var trimmed: String { withoutBlanks }
}
