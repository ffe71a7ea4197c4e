import CLittleCMS

/// Converts samples from one profile to another.
///
/// Relative colorimetric with black point compensation: what both spaces hold comes out as it was, white stays white and
/// black stays black. The perceptual intent would be the maker's taste, and differs from this one only where a profile has
/// tables for it. Each pixel is converted by itself (no cache of the last one), with integer arithmetic on tables.
final class ColorTransform {
    private let context: ColorContext
    private let handle: cmsHTRANSFORM

    /// How the samples of a pixel are laid out.
    enum Layout {
        case grey
        case rgb(PixelFormat)
        /// Four inks, of which 255 stands for none.
        case cmyk
        /// Three numbers from 0 to 1, but not confined to that, which are converted with full precision.
        case rgbDouble

        fileprivate var code: cmsUInt32Number {
            let code =
                switch self {
                case .grey: LITTLE_CMS_GRAY_8
                case .rgb(.rgb): LITTLE_CMS_RGB_8
                case .rgb(.rgba): LITTLE_CMS_RGBA_8
                case .cmyk: LITTLE_CMS_CMYK_8_INVERTED
                case .rgbDouble: LITTLE_CMS_RGB_DOUBLE
                }
            return cmsUInt32Number(code)
        }
    }

    /// Nil if the profiles cannot be joined, or do not have these layouts.
    init?(from source: ColorProfile, _ input: Layout, to target: ColorProfile, _ output: Layout) {
        let handle = cmsCreateTransformTHR(
            source.context.pointer,
            source.handle,
            input.code,
            target.handle,
            output.code,
            cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
            cmsUInt32Number(cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION)
        )
        guard let handle else { return nil }
        self.context = source.context
        self.handle = handle
    }

    deinit {
        cmsDeleteTransform(handle)
    }

    /// Converts `count` pixels, in place if both pointers are the same. Alpha stays what it is in the output.
    func convert(_ input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, count: Int) {
        cmsDoTransform(handle, input, output, cmsUInt32Number(count))
    }
}
