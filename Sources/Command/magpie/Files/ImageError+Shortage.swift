import Imaging

extension ImageError {
    /// The system's text where the error says nothing of the picture: this process or the machine has no descriptors or no
    /// memory left.
    var shortage: String? {
        switch self {
        case .unreadable(_, let reason), .writeFailed(_, let reason):
            SystemError.shortages.map { SystemError($0).text }.contains(reason) ? reason : nil
        case .internal(_, let detail): detail.hasPrefix("out of memory") || detail.hasPrefix("no memory") ? detail : nil
        default: nil
        }
    }
}

extension SetupError {
    /// 75 for a shortage: the same call may succeed later.
    var exitCode: ExitCode {
        SystemError.shortages.contains { message.hasSuffix(SystemError($0).text) } ? .tryAgain : .setup
    }
}
