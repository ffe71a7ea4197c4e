#define _GNU_SOURCE
#include "onnx_runtime.h"

#include "onnx_api.h"
#include "scratch_memory.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAXIMUM_OUTPUTS 8

struct onnx_runtime {
    void *library;
    const OrtApi *api;
    OrtEnv *environment;
    OrtMemoryInfo *memory;
    OrtAllocator *scratch;
    onnx_runtime *next;
};

struct onnx_session {
    onnx_runtime *runtime;
    OrtSession *session;
    char *input_name;
    char *output_names[MAXIMUM_OUTPUTS];
    size_t output_count;
};

struct onnx_run {
    const OrtApi *api;
    OrtRunOptions *options;
    atomic_bool is_cancelled;
};

// The libraries that were opened. Their threads and their environments outlast whoever opened them.
static pthread_mutex_t runtimes_mutex = PTHREAD_MUTEX_INITIALIZER;
static onnx_runtime *runtimes;

static void say(char message[ONNX_MESSAGE_SIZE], const char *sentence) {
    snprintf(message, ONNX_MESSAGE_SIZE, "%s", sentence == NULL ? "it is not known why" : sentence);
}

// Whether a call succeeded; its sentence otherwise.
static bool succeeded(const OrtApi *api, OrtStatus *status, char message[ONNX_MESSAGE_SIZE]) {
    if (status == NULL) return true;
    say(message, ORT_CALL(api, GetErrorMessage, status));
    ORT_CALL(api, ReleaseStatus, status);
    return false;
}

#define TRY(name, ...) succeeded(api, ORT_CALL(api, name, __VA_ARGS__), message)

static bool set_up(onnx_runtime *runtime, char message[ONNX_MESSAGE_SIZE]) {
    const OrtApi *api = runtime->api;
    if (!TRY(CreateEnv, ORT_LOGGING_LEVEL_FATAL, "snapveil", &runtime->environment)) return false;
    if (!TRY(DisableTelemetryEvents, runtime->environment)) return false;
    if (!TRY(CreateCpuMemoryInfo, ORT_DEVICE_ALLOCATOR, ORT_MEMORY_DEFAULT, &runtime->memory)) return false;
    runtime->scratch = scratch_memory_create(runtime->memory);
    if (runtime->scratch == NULL) {
        say(message, "there is not enough memory");
        return false;
    }
    return TRY(RegisterAllocator, runtime->environment, runtime->scratch);
}

// An environment for a library that is open. One that could not be set up is not taken apart, as its library stays, too.
static onnx_runtime *create(void *library, char message[ONNX_MESSAGE_SIZE]) {
    const OrtApiBase *(*get_base)(void) = (const OrtApiBase *(*)(void))dlsym(library, "OrtGetApiBase");
    const OrtApiBase *base = get_base == NULL ? NULL : get_base();
    if (base == NULL) {
        say(message, "it is not ONNX Runtime");
        return NULL;
    }
    const OrtApi *api = base->GetApi(ORT_VERSION_NEEDED);
    if (api == NULL) {
        say(message, "it is too old");
        return NULL;
    }
    onnx_runtime *runtime = calloc(1, sizeof *runtime);
    if (runtime == NULL) {
        say(message, "there is not enough memory");
        return NULL;
    }
    *runtime = (onnx_runtime){.library = library, .api = api};
    if (set_up(runtime, message)) return runtime;
    free(runtime);
    return NULL;
}

// Whether a file has all of its bytes, as far as its header tells: what is at its end is mapped without a look at its size, and
// touching what is not there would be a fault.
static bool is_whole(const char *path, char message[ONNX_MESSAGE_SIZE]) {
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) {
        say(message, strerror(errno));
        return false;
    }
    ElfW(Ehdr) header;
    struct stat status;
    const bool is_read =
        fstat(file, &status) == 0 && pread(file, &header, sizeof header, 0) == (ssize_t)sizeof header;
    close(file);
    const bool is_whole = is_read && S_ISREG(status.st_mode) && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
                          header.e_shoff <= (size_t)status.st_size &&
                          (size_t)header.e_shnum * header.e_shentsize <= (size_t)status.st_size - header.e_shoff;
    if (!is_whole) say(message, "it is no whole library");
    return is_whole;
}

onnx_runtime *onnx_runtime_open(const char *path, char message[ONNX_MESSAGE_SIZE]) {
    if (!is_whole(path, message)) return NULL;
    // The builds of the project report to its makers, over the network, what is run where, unless this is said before they are opened.
    // They would start a thread and write files, too.
    if (setenv("ORT_DISABLE_TELEMETRY", "1", 1) != 0) {
        say(message, strerror(errno));
        return NULL;
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        say(message, dlerror());
        return NULL;
    }
    pthread_mutex_lock(&runtimes_mutex);
    onnx_runtime *runtime = runtimes;
    while (runtime != NULL && runtime->library != library) runtime = runtime->next;
    if (runtime == NULL) {
        runtime = create(library, message);
        if (runtime != NULL) {
            runtime->next = runtimes;
            runtimes = runtime;
        }
    }
    pthread_mutex_unlock(&runtimes_mutex);
    return runtime;
}

void onnx_runtime_limit_memory(onnx_runtime *runtime, size_t size) { scratch_memory_limit(runtime->scratch, size); }

void onnx_runtime_wipe(onnx_runtime *runtime) { scratch_memory_wipe(runtime->scratch); }

static OrtSessionOptions *session_options(const OrtApi *api, char message[ONNX_MESSAGE_SIZE]) {
    OrtSessionOptions *options = NULL;
    if (!TRY(CreateSessionOptions, &options)) return NULL;
    // Patterns of memory would be kept for every size of picture that there was.
    if (TRY(DisableMemPattern, options) && TRY(DisableCpuMemArena, options) &&
        TRY(SetSessionLogSeverityLevel, options, ORT_LOGGING_LEVEL_FATAL) &&
        TRY(SetSessionGraphOptimizationLevel, options, ORT_ENABLE_ALL) && TRY(SetIntraOpNumThreads, options, 1) &&
        TRY(SetInterOpNumThreads, options, 1) &&
        TRY(AddSessionConfigEntry, options, "session.use_env_allocators", "1")) {
        return options;
    }
    ORT_CALL(api, ReleaseSessionOptions, options);
    return NULL;
}

// Whether an input or output is a tensor of floats.
static bool is_float(const OrtApi *api, OrtTypeInfo *type, char message[ONNX_MESSAGE_SIZE]) {
    const OrtTensorTypeAndShapeInfo *tensor = NULL;
    int element = 0;
    const bool is_known = TRY(CastTypeInfoToTensorInfo, type, &tensor) && tensor != NULL &&
                          TRY(GetTensorElementType, tensor, &element);
    ORT_CALL(api, ReleaseTypeInfo, type);
    return is_known && element == ONNX_TENSOR_FLOAT;
}

static bool read_names(onnx_session *session, size_t output_count, char message[ONNX_MESSAGE_SIZE]) {
    const OrtApi *api = session->runtime->api;
    OrtAllocator *allocator = NULL;
    OrtTypeInfo *type = NULL;
    size_t inputs = 0, outputs = 0;
    if (!TRY(SessionGetInputCount, session->session, &inputs) ||
        !TRY(SessionGetOutputCount, session->session, &outputs) ||
        !TRY(GetAllocatorWithDefaultOptions, &allocator)) {
        return false;
    }
    say(message, "the model has other inputs and outputs than are needed");
    if (inputs != 1 || outputs != output_count || outputs > MAXIMUM_OUTPUTS) return false;
    if (!TRY(SessionGetInputTypeInfo, session->session, 0, &type) || !is_float(api, type, message)) return false;
    if (!TRY(SessionGetInputName, session->session, 0, allocator, &session->input_name)) return false;
    for (size_t i = 0; i < outputs; i++) {
        if (!TRY(SessionGetOutputTypeInfo, session->session, i, &type) || !is_float(api, type, message)) return false;
        if (!TRY(SessionGetOutputName, session->session, i, allocator, &session->output_names[i])) return false;
        session->output_count = i + 1;
    }
    return true;
}

onnx_session *onnx_session_open(
    onnx_runtime *runtime, const void *model, size_t size, size_t output_count, char message[ONNX_MESSAGE_SIZE]) {
    const OrtApi *api = runtime->api;
    onnx_session *session = calloc(1, sizeof *session);
    if (session == NULL) {
        say(message, "there is not enough memory");
        return NULL;
    }
    session->runtime = runtime;
    OrtSessionOptions *options = session_options(api, message);
    const bool is_loaded =
        options != NULL &&
        TRY(CreateSessionFromArray, runtime->environment, model, size, options, &session->session);
    if (options != NULL) ORT_CALL(api, ReleaseSessionOptions, options);
    // What a model was read into is as large as the model itself, and every worker has it.
    malloc_trim(0);
    if (is_loaded && read_names(session, output_count, message)) return session;
    onnx_session_close(session);
    return NULL;
}

static void release_name(const onnx_session *session, char *name) {
    const OrtApi *api = session->runtime->api;
    OrtAllocator *allocator = NULL;
    char message[ONNX_MESSAGE_SIZE];
    if (name != NULL && TRY(GetAllocatorWithDefaultOptions, &allocator)) (void)TRY(AllocatorFree, allocator, name);
}

void onnx_session_close(onnx_session *session) {
    if (session == NULL) return;
    release_name(session, session->input_name);
    for (size_t i = 0; i < session->output_count; i++) release_name(session, session->output_names[i]);
    if (session->session != NULL) ORT_CALL(session->runtime->api, ReleaseSession, session->session);
    free(session);
}

onnx_run *onnx_run_open(onnx_runtime *runtime) {
    const OrtApi *api = runtime->api;
    char message[ONNX_MESSAGE_SIZE];
    onnx_run *run = calloc(1, sizeof *run);
    if (run == NULL) return NULL;
    run->api = api;
    if (TRY(CreateRunOptions, &run->options)) return run;
    free(run);
    return NULL;
}

void onnx_run_cancel(onnx_run *run) {
    const OrtApi *api = run->api;
    char message[ONNX_MESSAGE_SIZE];
    atomic_store(&run->is_cancelled, true);
    (void)TRY(RunOptionsSetTerminate, run->options);
}

void onnx_run_close(onnx_run *run) {
    if (run == NULL) return;
    ORT_CALL(run->api, ReleaseRunOptions, run->options);
    free(run);
}

// Where the numbers of an output are, and how many.
static bool read_tensor(const OrtApi *api, onnx_tensor *tensor, char message[ONNX_MESSAGE_SIZE]) {
    OrtTensorTypeAndShapeInfo *shape = NULL;
    if (!TRY(GetTensorTypeAndShape, tensor->value, &shape)) return false;
    int element = 0;
    bool is_known = TRY(GetTensorElementType, shape, &element) && TRY(GetDimensionsCount, shape, &tensor->rank);
    if (is_known && (element != ONNX_TENSOR_FLOAT || tensor->rank > ONNX_MAXIMUM_RANK)) {
        say(message, "an output is of another type than the model says");
        is_known = false;
    }
    is_known = is_known && TRY(GetDimensions, shape, tensor->shape, tensor->rank);
    ORT_CALL(api, ReleaseTensorTypeAndShapeInfo, shape);
    return is_known && TRY(GetTensorMutableData, tensor->value, (void **)&tensor->values);
}

static bool run_on(
    onnx_session *session, onnx_run *run, const OrtValue *input, onnx_tensor *outputs, char message[ONNX_MESSAGE_SIZE]) {
    const OrtApi *api = session->runtime->api;
    OrtValue *values[MAXIMUM_OUTPUTS] = {NULL};
    bool is_done = TRY(Run, session->session, run->options, (const char *const *)&session->input_name, &input, 1,
                       (const char *const *)session->output_names, session->output_count, values);
    for (size_t i = 0; i < session->output_count; i++) {
        outputs[i] = (onnx_tensor){.value = values[i]};
        is_done = is_done && read_tensor(api, &outputs[i], message);
    }
    if (is_done) return true;
    for (size_t i = 0; i < session->output_count; i++) onnx_tensor_release(session, &outputs[i]);
    return false;
}

onnx_outcome onnx_session_run(
    onnx_session *session,
    onnx_run *run,
    const float *input,
    const int64_t shape[ONNX_MAXIMUM_RANK],
    onnx_tensor *outputs,
    char message[ONNX_MESSAGE_SIZE]) {
    const OrtApi *api = session->runtime->api;
    size_t size = sizeof *input;
    for (size_t i = 0; i < ONNX_MAXIMUM_RANK; i++) size *= (size_t)shape[i];
    (void)scratch_memory_was_refused();
    OrtValue *value = NULL;
    // The runtime takes a pointer that it may write to, but writes to no input.
    bool is_done = TRY(CreateTensorWithDataAsOrtValue, session->runtime->memory, (void *)input, size, shape,
                       ONNX_MAXIMUM_RANK, ONNX_TENSOR_FLOAT, &value);
    is_done = is_done && run_on(session, run, value, outputs, message);
    if (value != NULL) ORT_CALL(api, ReleaseValue, value);
    if (is_done) return onnx_done;
    if (atomic_load(&run->is_cancelled)) return onnx_cancelled;
    return scratch_memory_was_refused() ? onnx_out_of_memory : onnx_failed;
}

void onnx_tensor_release(onnx_session *session, onnx_tensor *tensor) {
    if (tensor->value != NULL) ORT_CALL(session->runtime->api, ReleaseValue, tensor->value);
    *tensor = (onnx_tensor){0};
}
