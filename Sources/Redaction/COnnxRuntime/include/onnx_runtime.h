// ONNX Runtime, opened when the program runs, behind functions that return.
//
// One thread works: the one that calls. All memory that the runtime takes for tensors is secure memory, of which no more is
// taken than a limit allows, and which is wiped at the end of a call. What the runtime throws comes back as a failure.
#ifndef ONNX_RUNTIME_H
#define ONNX_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ONNX_MESSAGE_SIZE 240
#define ONNX_MAXIMUM_RANK 4

typedef struct onnx_runtime onnx_runtime;
typedef struct onnx_session onnx_session;
typedef struct onnx_run onnx_run;

typedef enum {
    onnx_done,
    onnx_failed,
    onnx_out_of_memory,
    onnx_cancelled,
} onnx_outcome;

// A tensor of 32-bit floats, all dimensions from the outermost to the innermost.
typedef struct {
    const float *values;
    int64_t shape[ONNX_MAXIMUM_RANK];
    size_t rank;
    // The runtime's own; to be released with `onnx_tensor_release`.
    void *value;
} onnx_tensor;

// Opens the shared library at `path`, once for each library: it stays until the process ends. To be called before
// other threads look at the environment: the variable ORT_DISABLE_TELEMETRY is set, so that the library tells nobody what it does. NULL with a sentence in `message`
// if it cannot be opened, is no ONNX Runtime, or does not know version 10 of the API.
onnx_runtime *onnx_runtime_open(const char *path, char message[ONNX_MESSAGE_SIZE]);

// Lets the tensors of all sessions take `size` bytes beyond what they take now.
void onnx_runtime_limit_memory(onnx_runtime *runtime, size_t size);

// Wipes and gives back the memory that no tensor is in. To be called when a piece of work is done, whatever became of it.
void onnx_runtime_wipe(onnx_runtime *runtime);

// Loads a model of `size` bytes that has one input and `output_count` outputs, all of floats. NULL with a sentence if it is
// anything else. The bytes are not needed any longer.
onnx_session *onnx_session_open(
    onnx_runtime *runtime, const void *model, size_t size, size_t output_count, char message[ONNX_MESSAGE_SIZE]);

void onnx_session_close(onnx_session *session);

// What several calls of `onnx_session_run` are cancelled by; NULL if there is no memory.
onnx_run *onnx_run_open(onnx_runtime *runtime);

// Makes calls with this run end soon, from any thread.
void onnx_run_cancel(onnx_run *run);

void onnx_run_close(onnx_run *run);

// Runs a model on `input`, whose four dimensions are `shape`, and fills all of `outputs`. Whatever else comes back than
// `onnx_done`, they hold nothing; `onnx_failed` comes with a sentence.
onnx_outcome onnx_session_run(
    onnx_session *session,
    onnx_run *run,
    const float *input,
    const int64_t shape[ONNX_MAXIMUM_RANK],
    onnx_tensor *outputs,
    char message[ONNX_MESSAGE_SIZE]);

void onnx_tensor_release(onnx_session *session, onnx_tensor *tensor);

#ifdef __cplusplus
}
#endif

#endif
