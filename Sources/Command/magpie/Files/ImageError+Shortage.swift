import Essentials
import Imaging
import SQLite
import SearchAPI

extension ImageError {
    /// The reason where the error says nothing of the picture: this process or the machine has no descriptors or no memory
    /// left.
    var shortage: String? {
        switch self {
        case .unreadable(_, let reason), .writeFailed(_, let reason): Shortage.isReason(reason) ? reason : nil
        case .internal(_, let detail): isOutOfMemory ? detail : nil
        default: nil
        }
    }
}

extension SetupError {
    /// - Parameter cause: The error that the message tells of. A shortage in it becomes one of the command.
    init(_ message: String, because cause: any Error) {
        let isShortage =
            switch cause {
            case let error as ImageError: error.shortage != nil
            case let error as SearchError where error.isShortage: true
            // Such as a catalog or an import that could not be read.
            default: Shortage.isReason("\(cause)")
            }
        self.init(message, mayPass: isShortage)
    }

    /// - Parameter attempt: The first part of the message; the system's text follows.
    init(_ attempt: String, _ error: SystemError) {
        self.init("\(attempt): \(error.text)", mayPass: error.isShortage)
    }

    var exitCode: ExitCode { mayPass ? .tryAgain : .setup }
}
