import Essentials
import Testing

@Suite("Numbers as bytes and digits")
struct BytesTests {
    @Test("hexadecimal digits keep their leading zeros")
    func digits() {
        #expect(UInt8(7).hexadecimal == "07" && UInt64(0xabc).hexadecimal == "0000000000000abc")
        #expect(([0, 0x0f, 0xff] as [UInt8]).hexadecimal == "000fff")
        #expect([UInt8]().hexadecimal == "")
    }

    @Test("numbers are written and read with the lowest byte first, at any place")
    func order() {
        #expect([UInt8](littleEndian: 0x0102_0304 as UInt32) == [4, 3, 2, 1])
        #expect([UInt8](littleEndian: -2) == [254, 255, 255, 255, 255, 255, 255, 255])
        var bytes: [UInt8] = [9]
        bytes.append(littleEndian: UInt64.max - 1)
        bytes.append(littleEndian: 513 as UInt16)
        #expect(bytes.littleEndian(at: 1) == UInt64.max - 1 && bytes.littleEndian(at: 9, as: UInt16.self) == 513)
        #expect(bytes[9...].littleEndian(at: 9, as: UInt16.self) == 513)
        #expect(bytes.littleEndian(at: 1, as: Int64.self) == -2)
    }

    @Test("what moves the cursor or turns a line is replaced")
    func printable() {
        #expect("a\u{1b}b\u{202e}c\n日🍎".printable(controlsAs: " ") == "a b c 日🍎")
    }
}
