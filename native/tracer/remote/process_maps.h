// SPDX-License-Identifier: MIT
// The mappings of another process.
#ifndef HAGSTONE_TRACER_PROCESS_MAPS_H
#define HAGSTONE_TRACER_PROCESS_MAPS_H

#include <stdint.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace hagstone {

struct Mapping {
  uint64_t start, end, offset;
  bool executable;
  std::string path;  // empty: no file; "[vdso]" and the like as they are
  std::string name() const { return path.substr(path.rfind('/') + 1); }
};

// /proc/PID/maps; empty if the process has ended or is not ours to read.
std::vector<Mapping> read_maps(pid_t process);

const Mapping *find_mapping(const std::vector<Mapping> &maps, uint64_t address);

}  // namespace hagstone

#endif
