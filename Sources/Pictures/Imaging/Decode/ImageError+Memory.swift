extension ImageError {
    /// The fault of a call of libvips or libjpeg for which no memory was left. It says nothing of the picture.
    package static func outOfMemory(_ stage: Stage) -> ImageError { .internal(stage: stage, detail: "out of memory") }

    package var isOutOfMemory: Bool { self == .outOfMemory(stage) }
}
