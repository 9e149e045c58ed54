internal import SearchServer
internal import ViSearchAPI

// Errors of the engine under the names that they have in the protocol.

extension ViSearch.Fault {
    /// Creates the fault for an error of a search.
    init(searching error: SearchError) {
        switch error {
        case .invalidArgument(let text): self = .invalid(text)
        case .itemNotFound: self = .imageNotFound
        case .image(.unsupportedFormat), .image(.empty): self = .invalidImageFormat
        case .image(.boxTooSmall(let box, let least)):
            self = .invalid("box is invalid: \(ImageError.boxTooSmall(box: box, least: least)).")
        case .image(.tooLarge), .image(.boxOutside): self = .invalidImageDimension
        case .image(.timedOut), .image(.internal), .image(.missingLibrary),
            .store, .damaged, .diskFull, .describerMismatch, .service, .cancelled:
            self = .systemError.because(error.description)
        case .image: self = .invalidImage
        case .wrongType(let field, let expected, _): self = .wrongType(field, expected)
        }
    }
}

extension ViSearch.Fault {
    /// Returns the fault for an error of an insertion.
    static func inserting(_ error: SearchError) -> ViSearch.Fault {
        switch error {
        case .image(.tooLarge(_, _, _, _)): .unsupportedDimension
        case .image(.timedOut), .image(.internal), .image(.missingLibrary): .systemError.because(error.description)
        case .image: .unsupportedFormat
        case .itemNotFound: .unknownImage
        case .wrongType(let field, let expected, _): .wrongType(field, expected)
        case .invalidArgument(let text): .notInserted(text)
        case .store, .damaged, .diskFull, .describerMismatch, .service, .cancelled:
            .systemError.because(error.description)
        }
    }
}
