// SPDX-License-Identifier: MIT
// Lengths of the instructions that compilers use most, without a decoder's tables.
#ifndef HAGSTONE_CODE_INSTRUCTION_LENGTH_H
#define HAGSTONE_CODE_INSTRUCTION_LENGTH_H

#include <stdint.h>

namespace hagstone {

// Length in bytes of the instruction at `code`, or 0 if it is not a common one. All common ones are valid in 64-bit
// mode with any operands (Intel SDM vol. 2, 2.1, 2.2 and appendix A). Reads up to 14 bytes from `code` on.
unsigned common_instruction_length(const uint8_t *code);

}  // namespace hagstone

#endif
