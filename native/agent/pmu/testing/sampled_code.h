// SPDX-License-Identifier: MIT
// Labels of sampled_code.S.
#ifndef HAGSTONE_PMU_TESTING_SAMPLED_CODE_H
#define HAGSTONE_PMU_TESTING_SAMPLED_CODE_H

#include <cstdint>

extern "C" const char hagstone_store_word[], hagstone_load_byte[], hagstone_load_over_base[], hagstone_read_modify_write[],
    hagstone_store_other[], hagstone_load_word[], hagstone_load_vector[], hagstone_gather[], hagstone_copy_string[],
    hagstone_no_access[], hagstone_push[], hagstone_return[], hagstone_other_function[];

namespace hagstone::testing {

inline uint64_t place(const char *code) { return reinterpret_cast<uint64_t>(code); }

}  // namespace hagstone::testing

#endif
