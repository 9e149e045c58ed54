/// The times of a file whose frames follow each other: a GIF or a WebP of several frames.
public struct Animation: Hashable, Sendable {
    /// The time that each frame is shown, in milliseconds. One of at most 10 ms in the file is 100 here, as browsers
    /// show it.
    public let delays: [Int]
    /// The number of times that all frames are shown; 0 is for ever.
    public let plays: Int

    /// The time that all frames take together, once, in seconds.
    public var duration: Double { Double(delays.reduce(0, +)) / 1000 }

    /// Creates an animation from the delays as they are in a file.
    init(storedDelays: [Int], plays: Int) {
        delays = storedDelays.map { $0 <= 10 ? 100 : $0 }
        self.plays = plays
    }

    private init(delays: [Int], plays: Int) {
        self.delays = delays
        self.plays = plays
    }

    /// The same for the number of frames that a decoder found, which may have stopped counting at another place.
    func of(_ count: Int) -> Animation {
        Animation(
            delays: Array(delays.prefix(count)) + [Int](repeating: 100, count: max(0, count - delays.count)),
            plays: plays)
    }
}

/// Counting frames ends here.
let largestFrameCount = 4096
