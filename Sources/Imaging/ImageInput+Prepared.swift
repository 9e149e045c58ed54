internal import Dispatch
internal import Synchronization

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
                Self.nextQueue().async {
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

    /// Where the images of tasks are prepared: never on the threads that run tasks. Serial queues, because Dispatch
    /// gives each of them a thread at once, however many others of the process are blocked.
    private static let queues = (0..<Batch.usableCores).map { _ in DispatchQueue(label: "magpie.prepare") }
    private static let turn = Atomic(0)

    private static func nextQueue() -> DispatchQueue {
        let turn = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        return queues[Int(UInt(bitPattern: turn) % UInt(queues.count))]
    }
}
