#include "code_fixtures.h"

#include <ZXing/BitMatrix.h>
#include <ZXing/BarcodeFormat.h>
#include <ZXing/MultiFormatWriter.h>

#include <cstdlib>
#include <string>

code_fixture code_fixture_draw(const char *format, const char *text) {
    code_fixture fixture = {0, 0, nullptr};
    try {
        ZXing::MultiFormatWriter writer(ZXing::BarcodeFormatFromString(format));
        writer.setMargin(0);
        const ZXing::BitMatrix matrix = writer.encode(std::string(text), 1, 1);
        fixture.width = matrix.width();
        fixture.height = matrix.height();
        fixture.squares = static_cast<uint8_t *>(std::malloc(static_cast<size_t>(fixture.width) * fixture.height));
        if (fixture.squares == nullptr) return {0, 0, nullptr};
        for (int y = 0; y < fixture.height; y++) {
            for (int x = 0; x < fixture.width; x++) fixture.squares[y * fixture.width + x] = matrix.get(x, y) ? 1 : 0;
        }
        return fixture;
    } catch (...) {
        return {0, 0, nullptr};
    }
}
