// SPDX-License-Identifier: MIT
#include "process_maps.h"

#include <fstream>
#include <sstream>

namespace hagstone {

std::vector<Mapping> read_maps(pid_t process) {
  std::vector<Mapping> maps;
  std::ifstream file("/proc/" + std::to_string(process) + "/maps");
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    Mapping mapping = {};
    char dash;
    std::string permissions, device, inode;
    fields >> std::hex >> mapping.start >> dash >> mapping.end >> permissions >> mapping.offset >> device >> inode;
    std::getline(fields >> std::ws, mapping.path);
    mapping.executable = permissions.find('x') != std::string::npos;
    maps.push_back(mapping);
  }
  return maps;
}

const Mapping *find_mapping(const std::vector<Mapping> &maps, uint64_t address) {
  for (const Mapping &mapping : maps)
    if (address >= mapping.start && address < mapping.end) return &mapping;
  return nullptr;
}

}  // namespace hagstone
