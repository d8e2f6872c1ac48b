// SPDX-License-Identifier: MIT
// Common lengths against the full decoder, at every byte of the loaded code: also where no instruction begins.
#include "code/instruction_length.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "code/instruction.h"
#include "code/testing/own_modules.h"

namespace hagstone {
namespace {

constexpr uint64_t most_bytes = 600'000;  // of one module

TEST(InstructionLength, IsTheDecodersAtEveryByte) {
  const ModuleMapSnapshot &modules = testing::own_modules();
  uint64_t places = 0, common = 0;
  for (size_t i = 0; i < modules.size(); i++) {
    for (unsigned range = 0; range < modules[i].executable_count; range++) {
      const AddressRange &code = modules[i].executable[range];
      const uint64_t end = std::min(code.end, code.start + most_bytes);
      for (uint64_t at = code.start; at + longest_instruction < end; at++, places++) {
        const unsigned length = common_instruction_length(reinterpret_cast<const uint8_t *>(at));
        if (length == 0) continue;
        common++;
        Instruction instruction;
        ASSERT_TRUE(decode(at, longest_instruction, instruction))
            << modules[i].path << " " << std::hex << at - modules[i].bias;
        ASSERT_EQ(length, instruction.decoded.length) << modules[i].path << " " << std::hex << at - modules[i].bias;
      }
    }
  }
  EXPECT_GT(common, places / 3);
}

// Every pair of opcode and ModRM byte after every prefix, including those that no compiler emits.
TEST(InstructionLength, IsTheDecodersForEveryOpcode) {
  constexpr uint8_t prefixes[] = {0, 0x66, 0xf2, 0xf3}, extensions[] = {0, 0x40, 0x48, 0x4f}, escapes[] = {0, 0x0f};
  for (uint8_t prefix : prefixes)
    for (uint8_t extension : extensions)
      for (uint8_t escape : escapes)
        for (unsigned opcode = 0; opcode < 256; opcode++)
          for (unsigned modrm = 0; modrm < 256; modrm++) {
            uint8_t code[32] = {}, *next = code;
            for (uint8_t byte : {prefix, extension, escape})
              if (byte) *next++ = byte;
            *next++ = static_cast<uint8_t>(opcode);
            *next++ = static_cast<uint8_t>(modrm);
            *next = static_cast<uint8_t>(modrm * 7 + opcode);
            const unsigned length = common_instruction_length(code);
            if (length == 0) continue;
            Instruction instruction;
            const bool valid = decode(reinterpret_cast<uint64_t>(code), longest_instruction, instruction);
            EXPECT_EQ(length, valid ? instruction.decoded.length : 0)
                << std::hex << +prefix << " " << +extension << " " << +escape << " " << opcode << " " << modrm;
            if (HasFailure()) return;
          }
}

}  // namespace
}  // namespace hagstone
