#include <sys/prctl.h>

// prctl takes a varying number of arguments, which Swift cannot pass. -1 and errno on failure.
static inline int process_set_dumpable(int dumpable) {
    return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0);
}
