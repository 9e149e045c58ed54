/// The time that inputs take, learned from those that are done: a time for each, for its outputs above all, and a time for
/// each of its bytes.
struct InputCost: Hashable, Sendable {
    private var count = 0.0
    private var bytes = 0.0
    private var seconds = 0.0
    private var squares = 0.0
    private var products = 0.0

    /// The seconds that a core takes for a byte of a photo. Inputs of one size do not tell what their bytes cost.
    private static let usual = 4e-8
    /// The weight of the usual time in bytes squared: that of two inputs that differ by a megabyte or two.
    private static let weight = 1e12
    /// The seconds of an input without bytes that every run is taken to have begun with, for the same reason.
    private static let least = 0.01

    /// Adds an input that was worked on.
    mutating func add(bytes size: Int, seconds time: Double) {
        let size = Double(size)
        count += 1
        bytes += size
        seconds += time
        squares += size * size
        products += size * time
    }

    /// The seconds that these inputs take one after the other; nil while nothing is known.
    func seconds(of inputs: Int, bytes size: Int) -> Double? {
        guard count > 0, seconds > 0 else { return nil }
        let spread = squares - bytes * bytes / (count + 1)
        let common = products - bytes * (seconds + Self.least) / (count + 1)
        // Not so much that no time is left for an input without bytes.
        let most = bytes > 0 ? seconds / bytes : 0
        let each = min(max((common + Self.weight * Self.usual) / (spread + Self.weight), 0), most)
        return max((seconds - each * bytes) / count, 0) * Double(inputs) + each * Double(size)
    }
}
