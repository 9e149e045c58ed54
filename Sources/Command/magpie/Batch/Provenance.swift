import Imaging

/// The marks of rights and origin of an input in its outputs.
enum Provenance: String, Codable, Hashable, Sendable {
    /// All outputs have what the input has.
    case kept
    /// The outputs have the marks, but no Content Credentials; or these, signed anew, without the marks.
    case reduced
    /// An output has nothing of it.
    case dropped
}

extension Preparation {
    /// - Parameter leftOut: The metadata that each output lacks.
    func provenance(of rights: PictureRights?, leftOut: [Recipe.Metadata]) -> Provenance? {
        guard let rights, !rights.isEmpty else { return nil }
        func isKept(_ metadata: Recipe.Metadata) -> Bool {
            recipe.keeps.contains(metadata) && leftOut.allSatisfy { !$0.contains(metadata) }
        }
        let lacksMarks = rights.hasMarks && !isKept(.rights) && !(rights.isWithinEXIF && isKept(.exif))
        let lacksCredentials = rights.hasCredentials && signs == nil
        if !lacksMarks && !lacksCredentials { return .kept }
        let hasPart = rights.hasMarks && !lacksMarks || rights.hasCredentials && !lacksCredentials
        return hasPart ? .reduced : .dropped
    }
}
