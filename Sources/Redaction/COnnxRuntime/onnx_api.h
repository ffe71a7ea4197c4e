// Our own declarations of that part of ONNX Runtime's C API which is used.
//
// The API is a table of functions whose order never changes: a version adds to the end. So each function is named by its
// place in the table, as the header of the project, onnxruntime_c_api.h, has it.
#ifndef ONNX_API_H
#define ONNX_API_H

#include <stddef.h>
#include <stdint.h>

// The version in which the last of the functions below was there: RegisterAllocator came with 9.
#define ORT_VERSION_NEEDED 10

typedef struct OrtStatus OrtStatus;
typedef struct OrtEnv OrtEnv;
typedef struct OrtSession OrtSession;
typedef struct OrtSessionOptions OrtSessionOptions;
typedef struct OrtRunOptions OrtRunOptions;
typedef struct OrtValue OrtValue;
typedef struct OrtMemoryInfo OrtMemoryInfo;
typedef struct OrtTypeInfo OrtTypeInfo;
typedef struct OrtTensorTypeAndShapeInfo OrtTensorTypeAndShapeInfo;

// A table of functions of unknown types.
typedef struct {
    void (*function[178])(void);
} OrtApi;

typedef struct {
    const OrtApi *(*GetApi)(uint32_t version);
    const char *(*GetVersionString)(void);
} OrtApiBase;

// An allocator of the caller's. With a version below 18 the runtime knows of no further members.
typedef struct OrtAllocator {
    uint32_t version;
    void *(*Alloc)(struct OrtAllocator *, size_t);
    void (*Free)(struct OrtAllocator *, void *);
    const OrtMemoryInfo *(*Info)(const struct OrtAllocator *);
} OrtAllocator;

enum {
    ORT_LOGGING_LEVEL_FATAL = 4,
    ORT_ENABLE_ALL = 99,
    ORT_DEVICE_ALLOCATOR = 0,
    ORT_MEMORY_DEFAULT = 0,
    ONNX_TENSOR_FLOAT = 1,
};

// Calls the function at a place of the table: `ORT_CALL(api, Run, arguments)`.
#define ORT_CALL(api, name, ...) ((ort_##name)(api)->function[ort_place_##name])(__VA_ARGS__)

#define ORT_FUNCTION(place, result, name, ...) \
    typedef result (*ort_##name)(__VA_ARGS__); \
    enum { ort_place_##name = place };

ORT_FUNCTION(2, const char *, GetErrorMessage, const OrtStatus *)
ORT_FUNCTION(3, OrtStatus *, CreateEnv, int level, const char *name, OrtEnv **)
ORT_FUNCTION(6, OrtStatus *, DisableTelemetryEvents, const OrtEnv *)
ORT_FUNCTION(8, OrtStatus *, CreateSessionFromArray, const OrtEnv *, const void *, size_t, const OrtSessionOptions *,
             OrtSession **)
ORT_FUNCTION(9, OrtStatus *, Run, OrtSession *, const OrtRunOptions *, const char *const *input_names,
             const OrtValue *const *inputs, size_t input_count, const char *const *output_names, size_t output_count,
             OrtValue **outputs)
ORT_FUNCTION(10, OrtStatus *, CreateSessionOptions, OrtSessionOptions **)
ORT_FUNCTION(17, OrtStatus *, DisableMemPattern, OrtSessionOptions *)
ORT_FUNCTION(19, OrtStatus *, DisableCpuMemArena, OrtSessionOptions *)
ORT_FUNCTION(22, OrtStatus *, SetSessionLogSeverityLevel, OrtSessionOptions *, int)
ORT_FUNCTION(23, OrtStatus *, SetSessionGraphOptimizationLevel, OrtSessionOptions *, int)
ORT_FUNCTION(24, OrtStatus *, SetIntraOpNumThreads, OrtSessionOptions *, int)
ORT_FUNCTION(25, OrtStatus *, SetInterOpNumThreads, OrtSessionOptions *, int)
ORT_FUNCTION(30, OrtStatus *, SessionGetInputCount, const OrtSession *, size_t *)
ORT_FUNCTION(31, OrtStatus *, SessionGetOutputCount, const OrtSession *, size_t *)
ORT_FUNCTION(33, OrtStatus *, SessionGetInputTypeInfo, const OrtSession *, size_t, OrtTypeInfo **)
ORT_FUNCTION(34, OrtStatus *, SessionGetOutputTypeInfo, const OrtSession *, size_t, OrtTypeInfo **)
ORT_FUNCTION(36, OrtStatus *, SessionGetInputName, const OrtSession *, size_t, OrtAllocator *, char **)
ORT_FUNCTION(37, OrtStatus *, SessionGetOutputName, const OrtSession *, size_t, OrtAllocator *, char **)
ORT_FUNCTION(39, OrtStatus *, CreateRunOptions, OrtRunOptions **)
ORT_FUNCTION(46, OrtStatus *, RunOptionsSetTerminate, OrtRunOptions *)
ORT_FUNCTION(49, OrtStatus *, CreateTensorWithDataAsOrtValue, const OrtMemoryInfo *, void *, size_t byte_count,
             const int64_t *shape, size_t rank, int type, OrtValue **)
ORT_FUNCTION(51, OrtStatus *, GetTensorMutableData, OrtValue *, void **)
ORT_FUNCTION(55, OrtStatus *, CastTypeInfoToTensorInfo, const OrtTypeInfo *, const OrtTensorTypeAndShapeInfo **)
ORT_FUNCTION(60, OrtStatus *, GetTensorElementType, const OrtTensorTypeAndShapeInfo *, int *)
ORT_FUNCTION(61, OrtStatus *, GetDimensionsCount, const OrtTensorTypeAndShapeInfo *, size_t *)
ORT_FUNCTION(62, OrtStatus *, GetDimensions, const OrtTensorTypeAndShapeInfo *, int64_t *, size_t)
ORT_FUNCTION(65, OrtStatus *, GetTensorTypeAndShape, const OrtValue *, OrtTensorTypeAndShapeInfo **)
ORT_FUNCTION(69, OrtStatus *, CreateCpuMemoryInfo, int allocator, int memory, OrtMemoryInfo **)
ORT_FUNCTION(76, OrtStatus *, AllocatorFree, OrtAllocator *, void *)
ORT_FUNCTION(78, OrtStatus *, GetAllocatorWithDefaultOptions, OrtAllocator **)
ORT_FUNCTION(92, void, ReleaseEnv, OrtEnv *)
ORT_FUNCTION(93, void, ReleaseStatus, OrtStatus *)
ORT_FUNCTION(94, void, ReleaseMemoryInfo, OrtMemoryInfo *)
ORT_FUNCTION(95, void, ReleaseSession, OrtSession *)
ORT_FUNCTION(96, void, ReleaseValue, OrtValue *)
ORT_FUNCTION(97, void, ReleaseRunOptions, OrtRunOptions *)
ORT_FUNCTION(98, void, ReleaseTypeInfo, OrtTypeInfo *)
ORT_FUNCTION(99, void, ReleaseTensorTypeAndShapeInfo, OrtTensorTypeAndShapeInfo *)
ORT_FUNCTION(100, void, ReleaseSessionOptions, OrtSessionOptions *)
ORT_FUNCTION(130, OrtStatus *, AddSessionConfigEntry, OrtSessionOptions *, const char *key, const char *value)
ORT_FUNCTION(176, OrtStatus *, RegisterAllocator, OrtEnv *, OrtAllocator *)

#endif
