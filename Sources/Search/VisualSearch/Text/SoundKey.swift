/// The rough pronunciation of an English word: its consonants, those that sound alike as one.
struct SoundKey: Hashable {
    private let sounds: [UInt8]

    init(_ word: some Sequence<Unicode.Scalar>) {
        // Letters that are not plain count as vowels.
        let letters = word.map { $0.value < 0x80 ? UInt8($0.value) : UInt8(ascii: "a") }
        var sounds: [UInt8] = []
        var index = 0
        while index < letters.count {
            let (letter, next) = (letters[index], index + 1 < letters.count ? letters[index + 1] : 0)
            let sound: UInt8?
            switch (letter, next) {
            case ("p", "h"): (sound, index) = (UInt8(ascii: "f"), index + 1)
            case ("s", "h"), ("c", "h"): (sound, index) = (UInt8(ascii: "x"), index + 1)
            case ("c", "k"), ("g", "h"): (sound, index) = (UInt8(ascii: "k"), index + 1)
            case ("k", "n"), ("g", "n"): (sound, index) = (UInt8(ascii: "n"), index + 1)
            case ("w", "r"): (sound, index) = (UInt8(ascii: "r"), index + 1)
            case ("c", "e"), ("c", "i"), ("c", "y"): sound = UInt8(ascii: "s")
            case ("t", "i") where index + 2 < letters.count && letters[index + 2] == UInt8(ascii: "o"):
                sound = UInt8(ascii: "x")
            default: sound = SoundKey.sound(of: letter)
            }
            if let sound {
                if sounds.last != sound { sounds.append(sound) }
            } else if sounds.isEmpty {
                // Only a vowel at the beginning is distinct enough.
                sounds.append(UInt8(ascii: "a"))
            }
            index += 1
        }
        self.sounds = sounds
    }

    private static func sound(of letter: UInt8) -> UInt8? {
        switch letter {
        case "b", "p": UInt8(ascii: "p")
        case "f", "v", "w": UInt8(ascii: "f")
        case "c", "g", "j", "k", "q": UInt8(ascii: "k")
        case "s", "x", "z": UInt8(ascii: "s")
        case "d", "t": UInt8(ascii: "t")
        case "l": UInt8(ascii: "l")
        case "m", "n": UInt8(ascii: "n")
        case "r": UInt8(ascii: "r")
        default: nil
        }
    }
}

/// Matches letters in patterns.
private func ~= (pattern: Unicode.Scalar, value: UInt8) -> Bool { pattern.value == UInt32(value) }
