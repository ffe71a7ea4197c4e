#include "playground.h"

// What `#embed` names is a dependency: a file that was changed is embedded anew by the next build.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The sheets are one file to a browser, so that it asks once. Their order is that of the cascade.
static const unsigned char style_css[] = {
#embed "Page/Style/tokens.css"
    ,
#embed "Page/Style/base.css"
    ,
#embed "Page/Style/layout.css"
    ,
#embed "Page/Style/controls.css"
    ,
#embed "Page/Style/editor.css"
    ,
#embed "Page/Style/outcome.css"
    ,
#embed "Page/Style/unseal.css"
};
static const unsigned char age_js[] = {
#embed "Page/age.js"
};
static const unsigned char ageheader_js[] = {
#embed "Page/ageheader.js"
};
static const unsigned char api_js[] = {
#embed "Page/api.js"
};
static const unsigned char armour_js[] = {
#embed "Page/armour.js"
};
static const unsigned char bech32_js[] = {
#embed "Page/bech32.js"
};
static const unsigned char call_js[] = {
#embed "Page/call.js"
};
static const unsigned char chacha20_js[] = {
#embed "Page/chacha20.js"
};
static const unsigned char chacha20poly1305_js[] = {
#embed "Page/chacha20poly1305.js"
};
static const unsigned char check_js[] = {
#embed "Page/check.js"
};
static const unsigned char code_js[] = {
#embed "Page/code.js"
};
static const unsigned char controls_js[] = {
#embed "Page/controls.js"
};
static const unsigned char dom_js[] = {
#embed "Page/dom.js"
};
static const unsigned char drawings_js[] = {
#embed "Page/drawings.js"
};
static const unsigned char editor_js[] = {
#embed "Page/editor.js"
};
static const unsigned char files_js[] = {
#embed "Page/files.js"
};
static const unsigned char findings_js[] = {
#embed "Page/findings.js"
};
static const unsigned char formats_js[] = {
#embed "Page/formats.js"
};
static const unsigned char gestures_js[] = {
#embed "Page/gestures.js"
};
static const unsigned char identities_js[] = {
#embed "Page/identities.js"
};
static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char keydialog_js[] = {
#embed "Page/keydialog.js"
};
static const unsigned char looking_js[] = {
#embed "Page/looking.js"
};
static const unsigned char main_js[] = {
#embed "Page/main.js"
};
static const unsigned char multipart_js[] = {
#embed "Page/multipart.js"
};
static const unsigned char outcome_js[] = {
#embed "Page/outcome.js"
};
static const unsigned char picture_js[] = {
#embed "Page/picture.js"
};
static const unsigned char poly1305_js[] = {
#embed "Page/poly1305.js"
};
static const unsigned char preview_js[] = {
#embed "Page/preview.js"
};
static const unsigned char problems_js[] = {
#embed "Page/problems.js"
};
static const unsigned char receipt_js[] = {
#embed "Page/receipt.js"
};
static const unsigned char rectangle_js[] = {
#embed "Page/rectangle.js"
};
static const unsigned char redact_js[] = {
#embed "Page/redact.js"
};
static const unsigned char regionlist_js[] = {
#embed "Page/regionlist.js"
};
static const unsigned char report_js[] = {
#embed "Page/report.js"
};
static const unsigned char sample_js[] = {
#embed "Page/sample.js"
};
static const unsigned char sealed_js[] = {
#embed "Page/sealed.js"
};
static const unsigned char snippets_js[] = {
#embed "Page/snippets.js"
};
static const unsigned char store_js[] = {
#embed "Page/store.js"
};
static const unsigned char storedpng_js[] = {
#embed "Page/storedpng.js"
};
static const unsigned char strip_js[] = {
#embed "Page/strip.js"
};
static const unsigned char tabs_js[] = {
#embed "Page/tabs.js"
};
static const unsigned char theme_js[] = {
#embed "Page/theme.js"
};
static const unsigned char unopened_js[] = {
#embed "Page/unopened.js"
};
static const unsigned char unseal_js[] = {
#embed "Page/unseal.js"
};
static const unsigned char unsealed_js[] = {
#embed "Page/unsealed.js"
};
static const unsigned char unsealpanel_js[] = {
#embed "Page/unsealpanel.js"
};
static const unsigned char webcrypto_js[] = {
#embed "Page/webcrypto.js"
};
static const unsigned char yaml_js[] = {
#embed "Page/yaml.js"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const struct playground_file files[] = {
    FILE_OF("style.css", style_css),
    FILE_OF("age.js", age_js),
    FILE_OF("ageheader.js", ageheader_js),
    FILE_OF("api.js", api_js),
    FILE_OF("armour.js", armour_js),
    FILE_OF("bech32.js", bech32_js),
    FILE_OF("call.js", call_js),
    FILE_OF("chacha20.js", chacha20_js),
    FILE_OF("chacha20poly1305.js", chacha20poly1305_js),
    FILE_OF("check.js", check_js),
    FILE_OF("code.js", code_js),
    FILE_OF("controls.js", controls_js),
    FILE_OF("dom.js", dom_js),
    FILE_OF("drawings.js", drawings_js),
    FILE_OF("editor.js", editor_js),
    FILE_OF("files.js", files_js),
    FILE_OF("findings.js", findings_js),
    FILE_OF("formats.js", formats_js),
    FILE_OF("gestures.js", gestures_js),
    FILE_OF("identities.js", identities_js),
    FILE_OF("index.html", index_html),
    FILE_OF("keydialog.js", keydialog_js),
    FILE_OF("looking.js", looking_js),
    FILE_OF("main.js", main_js),
    FILE_OF("multipart.js", multipart_js),
    FILE_OF("outcome.js", outcome_js),
    FILE_OF("picture.js", picture_js),
    FILE_OF("poly1305.js", poly1305_js),
    FILE_OF("preview.js", preview_js),
    FILE_OF("problems.js", problems_js),
    FILE_OF("receipt.js", receipt_js),
    FILE_OF("rectangle.js", rectangle_js),
    FILE_OF("redact.js", redact_js),
    FILE_OF("regionlist.js", regionlist_js),
    FILE_OF("report.js", report_js),
    FILE_OF("sample.js", sample_js),
    FILE_OF("sealed.js", sealed_js),
    FILE_OF("snippets.js", snippets_js),
    FILE_OF("store.js", store_js),
    FILE_OF("storedpng.js", storedpng_js),
    FILE_OF("strip.js", strip_js),
    FILE_OF("tabs.js", tabs_js),
    FILE_OF("theme.js", theme_js),
    FILE_OF("unopened.js", unopened_js),
    FILE_OF("unseal.js", unseal_js),
    FILE_OF("unsealed.js", unsealed_js),
    FILE_OF("unsealpanel.js", unsealpanel_js),
    FILE_OF("webcrypto.js", webcrypto_js),
    FILE_OF("yaml.js", yaml_js),
};

const struct playground_file *playground_file(size_t index) {
    return index < sizeof files / sizeof files[0] ? &files[index] : NULL;
}
