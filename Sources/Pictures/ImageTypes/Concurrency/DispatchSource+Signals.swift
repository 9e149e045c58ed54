package import Dispatch

extension DispatchSource {
    /// Calls `work` for each signal of this number, on `queue`, from the return on.
    ///
    /// A source hears nothing until Dispatch has registered it on a thread of its own; a signal before that would do what it
    /// does by default.
    package static func heardSignal(
        _ number: Int32, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        let source = makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: work)
        let isRegistered = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isRegistered.signal() }
        source.activate()
        isRegistered.wait()
        return source
    }
}
