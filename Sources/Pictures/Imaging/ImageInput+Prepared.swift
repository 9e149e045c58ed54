extension ImageInput {
    /// ``prepare(_:as:limits:)`` for tasks, which it does not block.
    ///
    /// Works on threads of its own, as many as there are cores; further images wait for their turn. When the task is
    /// cancelled it stops at the next rows and throws `cancelled`; a progressive JPEG is read to its end first.
    public func prepared(
        as recipe: Recipe = Recipe(.fit(512)), limits: Limits = Limits()
    ) async throws(ImageError) -> Prepared {
        try await Workers.images.run { cancellation throws(ImageError) in
            try prepare(self, as: recipe, limits: limits, cancellation: cancellation)
        }
    }
}

extension Workers {
    /// The threads on which the images of tasks are prepared: never those that run tasks.
    package static let images = Workers(threads: Batch.usableCores)
}
