package import Dispatch
internal import Foundation
internal import TestSupport
package import VisualSearch

/// The built-in describer behind a service that can be out of order, or take its time.
package final class RemoteDescriber: Describer {
    package let isDown = Locked(false)
    /// The gate that each description waits for; nil for none.
    package let gate: DispatchSemaphore?
    package let asked = Locked(0)
    /// The priority of the thread of each description: 0 as usual, above it for one that gives way to others.
    package let priorities = Locked<[Int32]>([])

    package init(gate: DispatchSemaphore? = nil) { self.gate = gate }

    package var identity: String { BuiltInDescriber.shared.identity }
    package var dimensions: Int { BuiltInDescriber.shared.dimensions }
    package var scale: Int { BuiltInDescriber.shared.scale }
    package var parts: [VectorPart] { BuiltInDescriber.shared.parts }

    package func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        priorities.withLock { $0.append(getpriority(__priority_which_t(0), 0)) }
        asked.withLock { $0 += 1 }
        gate?.wait()
        if isDown.withLock({ $0 }) { throw .failed(detail: "the model does not answer") }
        return try BuiltInDescriber.shared.describe(pixels)
    }
}
