import CKernels
import CVipsShim

extension Raster {
    /// The raster as RGB in sRGB, or in the space of `profile` when that is to be kept.
    ///
    /// A profile that does not fit the channels, or that the color engine refuses, is ignored: gray and RGB are then
    /// sRGB, CMYK is converted with a generic profile.
    func converted(profile: [UInt8]?, keepsProfile: Bool) throws(ImageError) -> Raster {
        if let profile, ColorProfile.isNeeded(profile, channels: channels, keepsProfile: keepsProfile) {
            do throws(ImageError) {
                return try convert(through: profile)
            } catch {
                // A profile that is refused is no reason to refuse the picture; no color engine at all is one.
                if case .missingLibrary = error { throw error }
            }
        }
        switch channels {
        case 3: return self
        case 1: return grayToRGB()
        default: return try convert(through: nil)
        }
    }

    /// Returns true if an output can embed the profile, which requires that the pixels stayed in its space.
    static func canKeep(_ profile: [UInt8], channels: Int) -> Bool {
        channels == 3 && ColorProfile(profile)?.space == .rgb
    }

    private func convert(through profile: [UInt8]?) throws(ImageError) -> Raster {
        var message = MessageBuffer()
        let space: cvs_space = channels == 1 ? .gray : channels == 3 ? .rgb : .cmyk
        return try unsafe Raster(size: size, channels: 3) { out throws(ImageError) in
            let profile = profile ?? []
            // Safe: `out` has three bytes per pixel; the shim copies the profile.
            let code = unsafe message.with { text in
                unsafe bytes.withUnsafeBufferPointer { pixels in
                    unsafe profile.withUnsafeBufferPointer { block in
                        unsafe cvs_to_srgb(
                            pixels.baseAddress!, CInt(size.width), CInt(size.height), space,
                            block.isEmpty ? nil : block.baseAddress, block.count, out, text)
                    }
                }
            }
            if code == .noLibrary { throw ImageError.missingLibrary(reason: message.text) }
            if code != .ok { throw ImageError.internal(stage: .color, detail: message.text) }
        }
    }

    private func grayToRGB() -> Raster {
        unsafe Raster(size: size, channels: 3) { out in
            // Safe: `out` has three bytes for each of ours.
            unsafe bytes.withUnsafeBufferPointer { unsafe ck_gray_to_rgb($0.baseAddress!, out, size.pixelCount) }
        }
    }
}

extension ColorProfile {
    /// True for a profile that fits the channels and says more than sRGB does, unless color may stay in its space.
    static func isNeeded(_ profile: [UInt8], channels: Int, keepsProfile: Bool) -> Bool {
        guard let described = ColorProfile(profile), !described.isSRGB else { return false }
        return switch described.space {
        case .rgb: channels == 3 && !keepsProfile
        case .gray: channels == 1
        case .cmyk: channels == 4
        case .other: false
        }
    }
}
