extension Batch {
    /// Prepares many images. One bad image is a failure of its own and never stops the others.
    ///
    /// `deliver` and `progress` are called on the calling thread: `deliver` with the index of an image and its result,
    /// `progress` with the number of finished images. When the cancellation is raised, running images finish and are
    /// delivered, and no other begins.
    public func prepare(
        _ inputs: sending some Sequence<ImageInput>, as recipe: Recipe = Recipe(.fit(512)), limits: Limits = Limits(),
        cancellation: Cancellation = Cancellation(), progress: (Int) -> Void = { _ in },
        deliver: (Int, Result<Prepared, ImageError>) throws -> Void
    ) rethrows {
        try run(
            inputs, cancellation: cancellation, progress: progress,
            work: { input in
                Result { () throws(ImageError) -> Prepared in
                    try Imaging.prepare(input, as: recipe, limits: limits)
                }
            }, deliver: deliver)
    }
}
