// SPDX-License-Identifier: MIT
// How long threads were ready to run but had no processor, as the kernel counts it.
#ifndef HAGSTONE_PROCESS_PROCESSOR_WAIT_H
#define HAGSTONE_PROCESS_PROCESSOR_WAIT_H

#include <stdint.h>

namespace hagstone {

constexpr uint64_t counted_thread_time = 10'000'000;  // ns of CPU time: shorter threads are not to pay for it

// ns of the calling thread; 0 if the kernel does not say.
uint64_t own_processor_wait();

// When the process ends: counts that of the threads that do not end before it, such as those of OpenMP's runtime.
void count_processor_wait_of_others();

}  // namespace hagstone

#endif
