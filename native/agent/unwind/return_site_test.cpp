// SPDX-License-Identifier: MIT
#include "unwind/return_site.h"

#include <gtest/gtest.h>

#include <vector>

#include "code/testing/single_stepper.h"

namespace hagstone {
namespace {

bool behind(std::vector<uint8_t> code) {
  code.insert(code.begin(), 8, 0x90);
  return is_behind_call(reinterpret_cast<uint64_t>(code.data() + code.size()), testing::own_memory());
}

TEST(ReturnSite, IsBehindEveryFormOfNearCall) {
  const std::vector<std::vector<uint8_t>> calls = {
      {0xe8, 1, 2, 3, 4},                    // call rel32
      {0x66, 0x66, 0x48, 0xe8, 1, 2, 3, 4},  // as linkers pad calls to __tls_get_addr
      {0xff, 0xd0},                          // call *%rax
      {0x41, 0xff, 0xd3},                    // call *%r11
      {0xff, 0x10},                          // call *(%rax)
      {0x3e, 0xff, 0xd0},                    // notrack call *%rax
      {0xff, 0x14, 0xc8},                    // call *(%rax,%rcx,8)
      {0xff, 0x14, 0x24},                    // call *(%rsp)
      {0xff, 0x14, 0xcd, 1, 2, 3, 4},        // call *disp32(,%rcx,8)
      {0xff, 0x50, 0x18},                    // call *0x18(%rax)
      {0xff, 0x54, 0x24, 0x18},              // call *0x18(%rsp)
      {0xff, 0x90, 1, 2, 3, 4},              // call *disp32(%rax)
      {0xff, 0x94, 0xc8, 1, 2, 3, 4},        // call *disp32(%rax,%rcx,8)
      {0xff, 0x15, 1, 2, 3, 4},              // call *disp32(%rip)
  };
  for (size_t i = 0; i < calls.size(); i++) EXPECT_TRUE(behind(calls[i])) << i;
}

TEST(ReturnSite, IsNotBehindOtherInstructions) {
  const std::vector<std::vector<uint8_t>> others = {
      {0xe9, 1, 2, 3, 4},       // jmp rel32
      {0xff, 0xe0},             // jmp *%rax
      {0xff, 0x25, 1, 2, 3, 4}, // jmp *disp32(%rip)
      {0xff, 0x34, 0x24},       // push (%rsp)
      {0xff, 0x15, 1, 2},       // a call that does not end there
      {0xc3},                   // ret
      {0x48, 0x89, 0xd8},       // mov %rbx,%rax
  };
  for (size_t i = 0; i < others.size(); i++) EXPECT_FALSE(behind(others[i])) << i;
}

TEST(ReturnSite, IsNotInUnreadableMemory) {
  EXPECT_FALSE(is_behind_call(0, testing::own_memory()));
  EXPECT_FALSE(is_behind_call(8, testing::own_memory()));
  EXPECT_FALSE(is_behind_call(~uint64_t{0}, testing::own_memory()));
}

}  // namespace
}  // namespace hagstone
