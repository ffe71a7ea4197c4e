#include "page_script.h"

// What `#embed` names is a dependency: a file that was changed is embedded anew by the next build.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_script[] = {
#embed "../../Clients/Python/src/snapveil/page.js"
};
const size_t page_script_length = sizeof page_script;

const unsigned char *page_script_start(void) { return page_script; }
