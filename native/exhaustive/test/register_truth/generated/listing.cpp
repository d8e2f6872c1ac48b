// SPDX-License-Identifier: GPL-2.0-or-later
#include "listing.h"

#include <sstream>

#include "programs/descriptors.h"

namespace hagstone::register_truth {

std::string assembly_of(const std::vector<Line> &lines) {
  std::ostringstream text, places;
  text << ".globl _start\n.data\nmemory: .skip " << memory_bytes << "\n"
       << truth::timer_setting_text << "\n.org " << thread_stacks_start - memory_start << "\n.skip "
       << (truth::most_threads_of_process + 1) * thread_stack_bytes << "\n.text\n";
  uint32_t number = 0;
  for (const Line &line : lines) {
    if (line.is_instruction) {
      text << "p" << number << ": ";
      places << ".quad p" << number++ << "\n";
    }
    text << line.text << "\n";
  }
  text << ".section .places, \"a\"\n" << places.str();
  return text.str();
}

}  // namespace hagstone::register_truth
