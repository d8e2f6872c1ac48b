// SPDX-License-Identifier: GPL-2.0-or-later
// How the threads of generated programs take turns, so that the order of their instructions is the same on the processor
// as under the engine. A thread waits in read(2) from its timer, and continues once another has set it. Valgrind runs one
// thread at a time until it waits or ends, and switches threads within write(2) to a pipe but not within
// timerfd_settime(2). After clone(2) it may run either thread: the creator waits until the new thread closes the write
// end of a pipe of its own, which accesses no memory, and then waits too.
#ifndef HAGSTONE_TRUTH_DESCRIPTORS_H
#define HAGSTONE_TRUTH_DESCRIPTORS_H

#include <cstdint>

namespace hagstone::truth {

// Numbers that instructions contain: a pipe for data, a timer for each thread of a program, and for all threads of a
// process besides the first, numbered from 0, the pipes that they close when they have begun.
constexpr int pipe_read_end = 100;
constexpr int pipe_write_end = 101;
constexpr int most_threads = 3;
constexpr int timer_of(uint32_t slot) { return 102 + static_cast<int>(slot); }
constexpr uint32_t most_threads_of_process = 128;
constexpr int begun_read_end(uint32_t thread) { return timer_of(most_threads) + 2 * static_cast<int>(thread); }
constexpr int begun_write_end(uint32_t thread) { return begun_read_end(thread) + 1; }
constexpr bool waits_for_turn(uint64_t descriptor) {
  return descriptor >= timer_of(0) && descriptor < static_cast<uint64_t>(begun_read_end(most_threads_of_process));
}

// struct itimerspec: once, as soon as it can be. Its bytes, and as assembly.
constexpr uint64_t timer_setting[] = {0, 0, 0, 1};
constexpr const char* timer_setting_text = ".quad 0, 0, 0, 1";
// The number that read(2) stores: how often the timer has expired.
constexpr uint64_t timer_expirations = 1;

// Opens them, for programs to inherit. False if there are none left.
bool make_descriptors();

}  // namespace hagstone::truth

#endif
