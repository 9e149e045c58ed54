import CKernels
import CVipsShim

extension Raster {
    /// The raster as RGB in sRGB, or in the space of `profile` when that is to be kept.
    ///
    /// A profile that does not fit the channels, or that the color engine refuses, is ignored: gray and RGB are then
    /// sRGB, CMYK is converted with a generic profile.
    func converted(profile: [UInt8]?, keepsProfile: Bool) throws(ImageError) -> Raster {
        let described = profile.flatMap(ColorProfile.init)
        let fits: Bool =
            switch described?.space {
            case .rgb: channels == 3
            case .gray: channels == 1
            case .cmyk: channels == 4
            case .other, nil: false
            }
        let needed = fits && described?.isSRGB == false && !(keepsProfile && channels == 3)
        if let profile, needed, let converted = try? convert(through: profile) { return converted }
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
