#include "call.h"

#include <stdio.h>
#include <string.h>

static OrtStatus *measure(cor_call *call, const cor_library *library) {
    OrtShapeInfo *info = NULL;
    OrtStatus *status = library->GetTensorTypeAndShape(call->output, &info);
    if (!status) status = library->GetTensorElementType(info, &call->type);
    if (!status) status = library->GetDimensionsCount(info, &call->sides);
    if (!status && call->sides <= COR_MOST_SIDES) status = library->GetDimensions(info, call->shape, call->sides);
    if (info) library->ReleaseTensorTypeAndShapeInfo(info);
    return status;
}

cor_code cor_call_look(cor_call *call, size_t most_bytes, char *message) {
    const cor_library *library = call->session->library;
    int is_tensor = 0;
    cor_code code = COR_OK;
    if (call->output) code = cor_take(library, library->IsTensor(call->output, &is_tensor), COR_FAILED, NULL, message);
    if (code != COR_OK) return code;
    if (!is_tensor) {
        snprintf(message, COR_MESSAGE_SIZE, "0");
        return COR_OTHER_OUTPUT;
    }
    code = cor_take(library, measure(call, library), COR_FAILED, NULL, message);
    if (code != COR_OK) return code;
    if (call->type != FLOAT32 && call->type != FLOAT16) {
        snprintf(message, COR_MESSAGE_SIZE, "%d", call->type);
        return COR_OTHER_OUTPUT;
    }
    call->values = call->sides <= COR_MOST_SIDES ? cor_product(call->shape, call->sides) : SIZE_MAX;
    if (call->values > most_bytes / sizeof(float)) {
        size_t bytes;
        if (__builtin_mul_overflow(call->values, sizeof(float), &bytes)) bytes = SIZE_MAX;
        snprintf(message, COR_MESSAGE_SIZE, "%zu", bytes);
        return COR_TOO_LARGE;
    }
    code = cor_take(library, library->GetTensorMutableData(call->output, &call->data), COR_FAILED, NULL, message);
    /* An output without values is whole as well. */
    return code == COR_OK && call->values && !call->data ? COR_FAILED : code;
}

size_t cor_call_shape(const cor_call *call, int64_t *shape) {
    memcpy(shape, call->shape, call->sides * sizeof *shape);
    return call->sides;
}

size_t cor_call_values(const cor_call *call) { return call->values; }

static float widened(uint16_t half) {
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 0x3ff;
    if (exponent == 0) {
        float small = (float)fraction * 0x1p-24f;
        return sign ? -small : small;
    }
    uint32_t bits = sign | (exponent == 31 ? 255u : exponent + 112) << 23 | fraction << 13;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void cor_call_copy(const cor_call *call, float *values) {
    if (call->type == FLOAT32) {
        if (call->values) memcpy(values, call->data, call->values * sizeof *values);
        return;
    }
    const uint16_t *halves = call->data;
    for (size_t i = 0; i < call->values; i++) values[i] = widened(halves[i]);
}
