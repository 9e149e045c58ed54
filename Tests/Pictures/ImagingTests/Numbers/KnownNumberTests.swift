import TestSupport
import Testing

@Suite("numbers that are the same on every machine", .timeLimit(.minutes(5)))
struct KnownNumberTests {
    @Test("random numbers are those of the published generator")
    func splitMix() {
        var numbers = SplitMix(seed: 1_234_567)
        #expect(numbers.next() == 6_457_827_717_110_365_317)
        #expect(numbers.next() == 3_203_168_211_198_807_973)
        var negative = SplitMix(seed: -1)
        var largest = SplitMix(seed: UInt64.max)
        #expect(negative.next() == largest.next())
        #expect((0..<1000).allSatisfy { _ in (2..<3).contains(numbers.between(2, 3)) })
    }

    @Test("hashes of bytes are those of the published function")
    func fnv1a() {
        #expect(FNV1a().value == 0xcbf2_9ce4_8422_2325)
        #expect(FNV1a("a".utf8).value == 0xaf63_dc4c_8601_ec8c)
        #expect(FNV1a("foobar".utf8).value == 0x8594_4171_f739_67e8)
    }
}
