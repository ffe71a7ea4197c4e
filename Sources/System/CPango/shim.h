#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

/// A font map that takes its fonts from `config` alone, or NULL. To be released with `g_object_unref`.
static inline PangoFontMap *cpango_font_map_create(FcConfig *config) {
    PangoFontMap *map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    if (map != NULL) pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
    return map;
}
