internal import Essentials
package import Models

/// The reason text cannot be read.
package enum TextReaderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder or one of its files.
    case folder(ModelFolderError)
    /// A graph or its runtime.
    case graph(ModelError)
    /// The process in which text is read.
    case worker(WorkerError)
    /// The files do not fit together, or a graph gives something else than it should; a whole sentence.
    case misfit(String)

    /// The fault in one sentence of at most 320 letters, without a capital letter, a period or control characters.
    package var description: String {
        let text =
            switch self {
            case .folder(let error): error.description
            case .graph(let error): error.description
            case .worker(let error): error.description
            case .misfit(let text): text
            }
        // Libraries and files may say a lot.
        return text.printable(controlsAs: " ").shortened(to: 320)
    }
}

extension TextReaderError: LocalizedError {
    /// The same text as ``description``.
    package var errorDescription: String? { description }
}
