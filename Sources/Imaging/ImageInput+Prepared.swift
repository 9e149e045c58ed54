internal import Foundation

extension ImageInput {
    /// ``prepare(_:as:limits:)`` for tasks, which it does not block.
    ///
    /// Works on threads of its own, as many as there are cores; further images wait for their turn. When the task is
    /// cancelled it stops at the next rows and throws `cancelled`; a progressive JPEG is read to its end first.
    public func prepared(
        as recipe: Recipe = Recipe(.fit(512)), limits: Limits = Limits()
    ) async throws(ImageError) -> Prepared {
        let cancellation = Cancellation()
        let result: Result<Prepared, ImageError> = await withTaskCancellationHandler {
            await withCheckedContinuation { done in
                Self.preparing.addOperation {
                    done.resume(
                        returning: Result { () throws(ImageError) -> Prepared in
                            try prepare(self, as: recipe, limits: limits, cancellation: cancellation)
                        })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }

    /// Where the images of tasks are prepared: never on the threads that run tasks.
    private static let preparing = {
        let queue = OperationQueue()
        queue.name = "magpie.prepare"
        queue.maxConcurrentOperationCount = Batch.usableCores
        return queue
    }()
}
