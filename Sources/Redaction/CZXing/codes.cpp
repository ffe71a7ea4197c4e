#include "codes.h"

#define ZX_USE_UTF8 1

#include <ZXing/ReadBarcode.h>
#include <ZXing/ZXVersion.h>

#include <new>

namespace {

codes_format formatOf(ZXing::BarcodeFormat format) {
    switch (format) {
    case ZXing::BarcodeFormat::Aztec: return codes_aztec;
    case ZXing::BarcodeFormat::Codabar: return codes_codabar;
    case ZXing::BarcodeFormat::Code39: return codes_code39;
    case ZXing::BarcodeFormat::Code93: return codes_code93;
    case ZXing::BarcodeFormat::Code128: return codes_code128;
    case ZXing::BarcodeFormat::DataBar: return codes_data_bar;
    case ZXing::BarcodeFormat::DataBarExpanded: return codes_data_bar_expanded;
    case ZXing::BarcodeFormat::DataMatrix: return codes_data_matrix;
    case ZXing::BarcodeFormat::EAN8: return codes_ean8;
    case ZXing::BarcodeFormat::EAN13: return codes_ean13;
    case ZXing::BarcodeFormat::ITF: return codes_itf;
    case ZXing::BarcodeFormat::MaxiCode: return codes_maxi_code;
    case ZXing::BarcodeFormat::PDF417: return codes_pdf417;
    case ZXing::BarcodeFormat::QRCode: return codes_qr_code;
    case ZXing::BarcodeFormat::MicroQRCode: return codes_micro_qr_code;
    case ZXing::BarcodeFormat::UPCA: return codes_upc_a;
    case ZXing::BarcodeFormat::UPCE: return codes_upc_e;
    default: return codes_other;
    }
}

codes_code codeOf(const ZXing::Result &result) {
    codes_code code;
    code.format = formatOf(result.format());
    for (int corner = 0; corner < 4; corner++) {
        code.corners[2 * corner] = result.position()[corner].x;
        code.corners[2 * corner + 1] = result.position()[corner].y;
    }
    return code;
}

// Of formats that are looked for, with sizes of pixels as they are: whoever wants other sizes passes another picture.
ZXing::DecodeHints hintsFor(ZXing::BarcodeFormats formats) {
    ZXing::DecodeHints hints;
    hints.setFormats(formats).setTryHarder(true).setTryRotate(true).setTryDownscale(false);
    return hints;
}

ZXing::ImageView view(const uint8_t *light, int32_t width, int32_t height) {
    return ZXing::ImageView(light, width, height, ZXing::ImageFormat::Lum);
}

template <typename Body>
codes_outcome guarded(Body body) {
    try {
        body();
        return codes_done;
    } catch (const std::bad_alloc &) {
        return codes_out_of_memory;
    } catch (...) {
        return codes_failed;
    }
}

}  // namespace

codes_outcome codes_find_squares(
    const uint8_t *light, int32_t width, int32_t height, bool in_the_middle, codes_code *codes, size_t capacity,
    size_t *count) {
    using ZXing::BarcodeFormat;
    *count = 0;
    return guarded([&] {
        const auto formats = in_the_middle ? BarcodeFormat::Aztec | BarcodeFormat::DataMatrix | BarcodeFormat::MaxiCode
                                           : BarcodeFormat::QRCode | BarcodeFormat::MicroQRCode | BarcodeFormat::PDF417;
        // One that cannot be read to the end is still a code that was seen.
        const auto hints = hintsFor(formats).setReturnErrors(!in_the_middle);
        for (const auto &result : ZXing::ReadBarcodes(view(light, width, height), hints)) {
            if (result.format() == ZXing::BarcodeFormat::None || *count == capacity) continue;
            codes[(*count)++] = codeOf(result);
        }
    });
}

codes_outcome codes_find_bars(const uint8_t *light, int32_t width, int32_t height, codes_code *code, size_t *count) {
    *count = 0;
    return guarded([&] {
        const auto result =
            ZXing::ReadBarcode(view(light, width, height), hintsFor(ZXing::BarcodeFormat::LinearCodes));
        if (!result.isValid()) return;
        *code = codeOf(result);
        *count = 1;
    });
}
