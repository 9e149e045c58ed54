/// A lack of descriptors or of memory, in this process or on the machine. It says nothing of the file or picture that met
/// it: the same call may succeed later.
///
/// The errors of pictures and of the engine go over wires, where a reason is words. So a shortage is recognized by the words, which
/// are the system's or those below, at the end of the reason: here, and nowhere else.
package enum Shortage {
    /// The codes of the system.
    package static let codes = [EMFILE, ENFILE, ENOMEM]
    package static let noFiles =
        "this process or the machine can open no more files; raise 'ulimit -n' and try again"
    package static let noMemory = "there is no memory left; try again"

    private static let endings =
        [noFiles, noMemory]
        + codes.flatMap { code in
            // Safe: the text is copied at once.
            let text = unsafe String(cString: strerror(code))
            return [text, text + ")"]
        }

    /// True for a reason that names a shortage.
    package static func isReason(_ reason: String) -> Bool { endings.contains(where: reason.hasSuffix) }
}
