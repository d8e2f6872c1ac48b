// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_BASE_LIFTED_LIMITS_H
#define HAGSTONE_BASE_LIFTED_LIMITS_H

#include <sys/resource.h>

#include "base/system_call.h"

namespace hagstone {

// Raises a limit of the process to `wanted`, or as far as it may, until the end of the scope. Only while the process has
// one thread: others could exceed their limit meanwhile.
class LiftedLimit {
 public:
  LiftedLimit(int resource, uint64_t wanted) : resource_(resource) {
    if (call(SYS_prlimit64, 0, resource, 0, &own_) < 0 || own_.rlim_cur >= wanted) return;
    rlimit lifted = {wanted, own_.rlim_max > wanted ? own_.rlim_max : wanted};
    lifted_ = set(lifted);
    if (lifted_ || own_.rlim_max == own_.rlim_cur) return;
    lifted.rlim_cur = lifted.rlim_max = own_.rlim_max;
    lifted_ = set(lifted);
  }
  ~LiftedLimit() {
    if (lifted_) set(own_);
  }
  bool lifted() const { return lifted_; }
  LiftedLimit(const LiftedLimit &) = delete;
  LiftedLimit &operator=(const LiftedLimit &) = delete;

 private:
  bool set(const rlimit &limit) { return call(SYS_prlimit64, 0, resource_, &limit, 0) == 0; }

  int resource_;
  rlimit own_ = {};
  bool lifted_ = false;
};

// The agent's needs while it sets itself up: descriptors for the debug registers of some threads, and a file of any
// size.
class LiftedLimits {
 public:
  bool file_size_lifted() const { return file_size_.lifted(); }

 private:
  static constexpr uint64_t enough_descriptors = 256;

  LiftedLimit descriptors_{RLIMIT_NOFILE, enough_descriptors};
  LiftedLimit file_size_{RLIMIT_FSIZE, RLIM_INFINITY};
};

}  // namespace hagstone

#endif
