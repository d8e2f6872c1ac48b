// SPDX-License-Identifier: GPL-2.0-or-later
#include "assembled_program.h"

#include <elf.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "assembly.h"

namespace hagstone::truth {

namespace {

std::vector<uint64_t> places_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(bytes.data());
  const auto* sections = reinterpret_cast<const Elf64_Shdr*>(bytes.data() + header->e_shoff);
  const char* names = bytes.data() + sections[header->e_shstrndx].sh_offset;
  for (int i = 0; i < header->e_shnum; i++) {
    if (std::strcmp(names + sections[i].sh_name, ".places") != 0) continue;
    std::vector<uint64_t> places(sections[i].sh_size / 8);
    std::memcpy(places.data(), bytes.data() + sections[i].sh_offset, sections[i].sh_size);
    return places;
  }
  throw std::runtime_error("no section .places in " + path);
}

}  // namespace

std::vector<uint64_t> build(const Process& process, const std::string& directory, const std::string& name) {
  return assemble(assembly_of(process), directory, name);
}

std::vector<uint64_t> assemble(const std::string& text, const std::string& directory, const std::string& name) {
  const std::string program = directory + "/" + name, source = program + ".s", log = program + ".log";
  std::ofstream(source) << text;
  std::ostringstream command;
  command << HAGSTONE_C_COMPILER << " -nostdlib -static -no-pie -Wl,--build-id=sha1 -Wl,-z,noexecstack" << std::hex
          << " -Wl,--section-start=.bss=0x" << arenas_start
          << " -Wl,--section-start=.data=0x" << constants_start << " -o " << program << " " << source << " 2>" << log;
  if (std::system(command.str().c_str()) != 0) {
    std::ifstream words(log);
    throw std::runtime_error("the generated program does not assemble: " + std::string{std::istreambuf_iterator<char>(words), {}});
  }
  return places_in(program);
}

}  // namespace hagstone::truth
