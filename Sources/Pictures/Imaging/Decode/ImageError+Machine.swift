extension ImageError {
    /// The fault of a call of libvips or libjpeg for which no memory was left. It says nothing of the picture.
    package static func outOfMemory(_ stage: Stage) -> ImageError { .internal(stage: stage, detail: "out of memory") }

    package var isOutOfMemory: Bool { self == .outOfMemory(stage) }

    /// libvips is not there or does not start.
    static func missingVips(_ reason: String) -> ImageError {
        .missingLibrary(
            reason: "\(reason); install libvips: the package libvips42 or libvips-dev (Debian, Ubuntu), vips (Homebrew)"
        )
    }

    /// Neither zlib nor libdeflate is there.
    static let missingZlib = ImageError.missingLibrary(
        reason:
            "zlib (libz.so.1) cannot be opened, which packs the pixels of a PNG; install the package zlib1g (Debian, Ubuntu)"
    )

    /// LibRaw is not there, or lacks a function.
    static func missingLibRaw(_ reason: String) -> ImageError {
        .missingLibrary(
            reason: "\(reason); install LibRaw: the package libraw20 (Debian 12), libraw23t64 (Debian 13) or libraw "
                + "(Homebrew: brew install libraw)")
    }
}
