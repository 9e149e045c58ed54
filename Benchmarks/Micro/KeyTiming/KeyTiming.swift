import Foundation

// A test whether the time of a key check tells how much of a key was right, after dudect (Reparaz, Balasch,
// Verbauwhede: "Dude, is my code constant time?", 2017): wrong keys of two classes come in random order, and Welch's t
// says whether the two means differ. Beyond 4.5 they do.

/// Mean and variance of one class (Welford).
struct Moments {
    var count = 0.0
    var mean = 0.0
    private var squares = 0.0

    mutating func add(_ value: Double) {
        count += 1
        let difference = value - mean
        mean += difference / count
        squares += difference * (value - mean)
    }

    var ofMean: Double { squares / (count - 1) / count }
}

func welch(_ a: Moments, _ b: Moments) -> Double { (a.mean - b.mean) / (a.ofMean + b.ofMean).squareRoot() }

/// One wrong key, and which class it belongs to.
struct Guess {
    var isFirst: Bool
    var key: String
}

/// Times one check after the other. Gives t over all times, and over those below the 90th percentile, for the
/// interruptions by other processes say nothing.
func measure(_ name: String, _ credentials: Credentials, _ guesses: [Guess], samples: Int) {
    var times: [(isFirst: Bool, time: Double)] = []
    times.reserveCapacity(samples)
    for _ in 0..<samples {
        // The guesses are made and laid out in random order: nothing but their letters tells the classes apart.
        let guess = guesses[Int.random(in: 0..<guesses.count)]
        let start = DispatchTime.now().uptimeNanoseconds
        let answer = credentials.rights(authorization: nil, accessKey: guess.key)
        times.append((guess.isFirst, Double(DispatchTime.now().uptimeNanoseconds - start)))
        precondition(answer == nil)
    }
    let limit = times.map(\.time).sorted()[samples * 9 / 10]
    let results = [Double.infinity, limit].map { bound in
        var first = Moments()
        var second = Moments()
        for each in times where each.time <= bound {
            if each.isFirst { first.add(each.time) } else { second.add(each.time) }
        }
        let means = [first.mean, second.mean].map { String(format: "%.1f", $0) }.joined(separator: " and ")
        return "t \(String(format: "%.2f", welch(first, second))) (means \(means) ns)"
    }
    print("\(name): all \(results[0]); the quickest 90 % \(results[1])")
}

func letters(_ count: Int) -> String {
    String((0..<count).map { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement()! })
}

func credentials(_ keys: [String]) throws -> Credentials { try Credentials(lines: keys.joined(separator: "\n")) }

@main
struct KeyTiming {
    static func main() throws {
        let samples = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
        let key = letters(32)
        // Capitals are never right.
        func almost() -> String { key.dropLast(2) + letters(2).uppercased() }
        func never() -> String { letters(2).uppercased() + key.dropFirst(2) }
        func guesses(_ first: () -> String, _ second: () -> String) -> [Guess] {
            (0..<1000).map { _ in
                let isFirst = Bool.random()
                return Guess(isFirst: isFirst, key: isFirst ? first() : second())
            }
        }
        for others in [0, 20] {
            let known = try credentials([key] + (0..<others).map { _ in letters(32) })
            let count = "\(others + 1) known"
            measure("\(count), 30 right letters or none", known, guesses(almost, never), samples: samples)
            measure("\(count), twice none", known, guesses(never, never), samples: samples)
            measure(
                "\(count), 30 right letters or all wrong", known, guesses(almost) { letters(32).uppercased() },
                samples: samples)
        }
    }
}
