import BenchmarkKit
import CKernels
import CVipsShim
import Imaging

/// libjpeg as Magpie drives it, one stage at a time: for the reference, which needs every pixel, and for the clock.
@safe final class JPEGCodec {
    // Safe: created here, destroyed once in deinit, used by one thread.
    private let handle = unsafe cvs_jpeg_create()!

    deinit { unsafe cvs_jpeg_destroy(handle) }

    /// The whole picture as it is stored, its sides divided by 1, 2, 4 or 8 and rounded up. Nil for a broken file, or
    /// one that is not RGB.
    func decode(_ bytes: [UInt8], stored size: Size, shrink: Int = 1) -> Picture? {
        let width = (size.width + shrink - 1) / shrink
        let height = (size.height + shrink - 1) / shrink
        let request = unsafe cvs_jpeg_request(
            shrink: CInt(shrink), left: 0, top: 0, width: CInt(width), height: CInt(height), max_scans: 1000,
            stop: cvs_stop(deadline: .infinity, is_cancelled: nil, context: nil))
        var delivered = cvs_jpeg_rows(left: 0, width: 0, channels: 0)
        var pixels = [UInt8](repeating: 0, count: width * height * 3)
        // Safe: both arrays outlive the calls; each read is given the room that is left.
        let isComplete = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe pixels.withUnsafeMutableBufferPointer { output in
                guard unsafe cvs_jpeg_start(handle, input.baseAddress!, input.count, request, &delivered) == .ok,
                    delivered.channels == 3, delivered.width == CInt(width)
                else { return false }
                var done = 0
                while done < height {
                    var got: CInt = 0
                    let target = unsafe output.baseAddress! + done * width * 3
                    guard unsafe cvs_jpeg_read(handle, target, width * 3, CInt(height - done), &got) == .ok
                    else { return false }
                    done += Int(got)
                }
                return true
            }
        }
        unsafe cvs_jpeg_stop(handle)
        return isComplete ? Picture(width: width, height: height, bytes: pixels) : nil
    }

    /// Encodes a picture and gives the length of the file; quality 1…100.
    func encode(_ picture: Picture, quality: Int) -> Int {
        var file: UnsafePointer<UInt8>?
        var count = 0
        // Safe: the array outlives the call; the file stays with the codec and is not looked at.
        unsafe picture.bytes.withUnsafeBufferPointer { pixels in
            var metadata = unsafe cvs_metadata()
            _ = unsafe cvs_jpeg_encode(
                handle, pixels.baseAddress!, CInt(picture.width), CInt(picture.height), 3,
                cvs_save_settings(
                    quality: CInt(quality), halves_color: quality < 90 ? 1 : 0, progressive: 0, lossless: 0, effort: -1),
                &metadata, cvs_stop(deadline: .infinity, is_cancelled: nil, context: nil), &file, &count)
        }
        return count
    }
}

extension Picture {
    /// Turned by an EXIF orientation, 1…8.
    func upright(_ orientation: Int) -> Picture {
        guard (2...8).contains(orientation) else { return self }
        // Safe: both buffers hold the same number of pixels.
        let turned = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            unsafe bytes.withUnsafeBufferPointer {
                unsafe ck_orient($0.baseAddress!, width, height, 3, CInt(orientation), target.baseAddress!)
            }
            count = bytes.count
        }
        return orientation < 5
            ? Picture(width: width, height: height, bytes: turned)
            : Picture(width: height, height: width, bytes: turned)
    }

    /// As the library takes and gives it.
    var buffer: PixelBuffer { PixelBuffer(size: Size(width: width, height: height), bytes: bytes)! }

    init(_ buffer: PixelBuffer) {
        self.init(width: buffer.size.width, height: buffer.size.height, bytes: buffer.bytes)
    }
}
