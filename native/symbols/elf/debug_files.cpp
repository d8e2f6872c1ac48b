// SPDX-License-Identifier: MIT
#include "debug_files.h"

#include <elfutils/libdwelf.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <optional>
#include <stdexcept>

namespace hagstone::symbols {
namespace {

namespace fs = std::filesystem;

std::string build_id_path(const std::string &directory, const std::string &build_id) {
  return directory + "/.build-id/" + build_id.substr(0, 2) + "/" + build_id.substr(2) + ".debug";
}

// CRC-32 (polynomial 0xEDB88320) of the whole file, as .gnu_debuglink stores it.
uint32_t file_crc(const ElfFile &file) {
  static const auto table = [] {
    std::array<uint32_t, 256> entries{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = (value & 1) != 0 ? value >> 1 ^ 0xEDB88320u : value >> 1;
      entries[i] = value;
    }
    return entries;
  }();
  uint32_t crc = 0xFFFFFFFFu;
  std::vector<uint8_t> buffer(1 << 16);
  off_t offset = 0;
  for (;;) {
    const ssize_t got = ::pread(file.descriptor(), buffer.data(), buffer.size(), offset);
    if (got <= 0) return ~crc;
    for (ssize_t i = 0; i < got; ++i) crc = table[(crc ^ buffer[static_cast<size_t>(i)]) & 0xFF] ^ crc >> 8;
    offset += got;
  }
}

// nullptr if there is no such file; one that is there but unreadable is worth a warning.
std::unique_ptr<ElfFile> open_candidate(const std::string &path, Warnings &warnings) {
  std::error_code missing;
  if (!fs::is_regular_file(path, missing)) return nullptr;
  try {
    return std::make_unique<ElfFile>(path, Contents::debug_information);
  } catch (const std::runtime_error &error) {
    warnings.add("debug file not used", error.what(), "reinstall it");
    return nullptr;
  }
}

std::unique_ptr<ElfFile> find_by_build_id(const std::string &build_id, const std::vector<std::string> &directories,
                                          Warnings &warnings) {
  if (build_id.size() < 3) return nullptr;
  for (const std::string &directory : directories) {
    auto candidate = open_candidate(build_id_path(directory, build_id), warnings);
    if (candidate == nullptr) continue;
    if (candidate->build_id() == build_id) return candidate;
    warnings.add("debug file not used", candidate->path(),
                 "its build id is " + candidate->build_id() + ", wanted " + build_id);
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<ElfFile> find_debug_file(const ElfFile &image, const std::vector<std::string> &directories,
                                         Warnings &warnings) {
  if (auto found = find_by_build_id(image.build_id(), directories, warnings)) return found;
  GElf_Word crc = 0;
  const char *link = dwelf_elf_gnu_debuglink(image.handle(), &crc);
  // The name is a plain file name by definition; anything else is an attempt to be led elsewhere.
  if (link == nullptr || *link == '\0' || std::string_view(link).find('/') != std::string_view::npos) return nullptr;

  std::error_code ignored;
  const fs::path beside = fs::weakly_canonical(image.path(), ignored).parent_path();
  std::vector<std::string> places{(beside / link).string(), (beside / ".debug" / link).string()};
  for (const std::string &directory : directories) places.push_back(directory + (beside / link).string());
  for (const std::string &place : places) {
    if (fs::equivalent(place, image.path(), ignored)) continue;
    auto candidate = open_candidate(place, warnings);
    if (candidate == nullptr) continue;
    const bool same_build = !image.build_id().empty() && candidate->build_id() == image.build_id();
    if (same_build || file_crc(*candidate) == crc) return candidate;
    warnings.add("debug file not used", place, "made for another build of " + image.path());
  }
  return nullptr;
}

std::unique_ptr<ElfFile> find_supplementary_file(const ElfFile &file, Dwarf *dwarf,
                                                 const std::vector<std::string> &directories, Warnings &warnings) {
  const char *name = nullptr;
  const void *id = nullptr;
  const ssize_t id_length = dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id);
  if (id_length <= 0) return nullptr;
  const std::string build_id = to_hex(id, static_cast<size_t>(id_length));
  if (auto found = find_by_build_id(build_id, directories, warnings)) return found;

  std::error_code ignored;
  const fs::path beside = fs::weakly_canonical(file.path(), ignored).parent_path();
  auto candidate = open_candidate((beside / name).lexically_normal().string(), warnings);
  if (candidate != nullptr && candidate->build_id() == build_id) return candidate;
  warnings.add("shared debug information not found", std::string(name) + ", build id " + build_id,
               "names of inlined functions in " + file.path() + " are missing; install the matching debug package");
  return nullptr;
}

}  // namespace hagstone::symbols
