// SPDX-License-Identifier: MIT
// Data about other processes from /proc.
#ifndef HAGSTONE_TRACER_PROCESS_STATUS_H
#define HAGSTONE_TRACER_PROCESS_STATUS_H

#include <sys/types.h>

#include <string>
#include <vector>

namespace hagstone {

// The value of a line of /proc/PID/status; empty if there is none, or no such process.
std::string process_status(pid_t thread, const std::string &name);

// The process that the thread belongs to; `thread` itself if it is unknown.
pid_t process_of_thread(pid_t thread);

// Empty if there is no such process.
std::vector<pid_t> threads_of(pid_t process);

// All running descendants of the process.
std::vector<pid_t> descendants_of(pid_t process);

// The process has a handler for the signal.
bool catches_signal(pid_t thread, int signal);
bool ignores_signal(pid_t thread, int signal);

}  // namespace hagstone

#endif
