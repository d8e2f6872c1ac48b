// SPDX-License-Identifier: MIT
#include "packaged_units.h"

#include <dwarf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "elf/elf_image.h"

namespace hagstone::symbols {
namespace {

class Writer {
 public:
  template <typename Value>
  void number(Value value) {
    const auto *start = reinterpret_cast<const uint8_t *>(&value);
    bytes.insert(bytes.end(), start, start + sizeof(value));
  }
  void text(const std::string &value) { bytes.insert(bytes.end(), value.c_str(), value.c_str() + value.size() + 1); }
  // In LEB128, for values below 2^14.
  void small(uint32_t value) {
    if (value >= 0x80) bytes.push_back(static_cast<uint8_t>(value | 0x80));
    bytes.push_back(static_cast<uint8_t>(value >= 0x80 ? value >> 7 : value));
  }
  void abbreviation(uint32_t code, uint32_t tag, std::initializer_list<std::pair<uint32_t, uint32_t>> attributes) {
    small(code);
    small(tag);
    bytes.push_back(DW_CHILDREN_no);
    for (const auto &[name, form] : attributes) {
      small(name);
      small(form);
    }
    small(0);
    small(0);
  }

  std::vector<uint8_t> bytes;
};

uint32_t offset_attribute(Dwarf_Die &die, std::initializer_list<unsigned> names) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  for (const unsigned name : names) {
    if (dwarf_attr(&die, name, &attribute) != nullptr && dwarf_formudata(&attribute, &value) == 0)
      return static_cast<uint32_t>(value);
  }
  return 0;
}

}  // namespace

PackagedUnits::PackagedUnits(const ElfFile &source, Dwarf *dwarf, std::unique_ptr<SplitPackage> package)
    : package_(std::move(package)) {
  descriptor_ = memfd_create("hagstone-unit", MFD_CLOEXEC);
  if (descriptor_ >= 0) write_skeletons(source, dwarf);
}

PackagedUnits::~PackagedUnits() {
  if (dwarf_ != nullptr) dwarf_end(dwarf_);
  if (elf_ != nullptr) elf_end(elf_);
  if (descriptor_ >= 0) ::close(descriptor_);
}

void PackagedUnits::write_skeletons(const ElfFile &source, Dwarf *dwarf) {
  const std::string name = "/proc/self/fd/" + std::to_string(descriptor_);
  Writer abbreviations;
  abbreviations.abbreviation(1, DW_TAG_compile_unit,
                             {{DW_AT_GNU_dwo_name, DW_FORM_string},
                              {DW_AT_comp_dir, DW_FORM_string},
                              {DW_AT_low_pc, DW_FORM_addr},
                              {DW_AT_GNU_addr_base, DW_FORM_sec_offset},
                              {DW_AT_GNU_ranges_base, DW_FORM_sec_offset},
                              {DW_AT_GNU_dwo_id, DW_FORM_data8}});
  abbreviations.abbreviation(2, DW_TAG_skeleton_unit,
                             {{DW_AT_dwo_name, DW_FORM_string},
                              {DW_AT_comp_dir, DW_FORM_string},
                              {DW_AT_low_pc, DW_FORM_addr},
                              {DW_AT_addr_base, DW_FORM_sec_offset}});
  abbreviations.small(0);

  Writer information;
  std::vector<uint64_t> ids;
  Dwarf_CU *unit = nullptr;
  Dwarf_Half version = 0;
  uint8_t type = 0;
  Dwarf_Die die;
  while (dwarf_get_units(dwarf, unit, &unit, &version, &type, &die, nullptr) == 0) {
    uint64_t id = 0;
    if (type != DW_UT_skeleton || dwarf_cu_info(unit, nullptr, nullptr, nullptr, nullptr, &id, nullptr, nullptr) != 0 ||
        !package_->has(id))
      continue;
    Dwarf_Addr low = 0;
    if (dwarf_lowpc(&die, &low) != 0) low = 0;
    const uint32_t addresses = offset_attribute(die, {DW_AT_addr_base, DW_AT_GNU_addr_base});
    Writer body;
    if (version >= 5) {
      body.number<uint16_t>(5);
      body.number<uint8_t>(DW_UT_skeleton);
      body.number<uint8_t>(8);
      body.number<uint32_t>(0);
      body.number(id);
    } else {
      body.number<uint16_t>(4);
      body.number<uint32_t>(0);
      body.number<uint8_t>(8);
    }
    body.small(version >= 5 ? 2 : 1);
    body.text(name);
    body.text("/");
    body.number<uint64_t>(low);
    body.number(addresses);
    if (version < 5) {
      body.number(offset_attribute(die, {DW_AT_GNU_ranges_base}));
      body.number(id);
    }
    information.number(static_cast<uint32_t>(body.bytes.size()));
    information.bytes.insert(information.bytes.end(), body.bytes.begin(), body.bytes.end());
    ids.push_back(id);
  }

  image_ = elf_image({{".debug_abbrev", abbreviations.bytes},
                      {".debug_info", information.bytes},
                      {".debug_addr", source.contents(".debug_addr")},
                      {".debug_ranges", source.contents(".debug_ranges")}});
  elf_ = elf_memory(reinterpret_cast<char *>(image_.data()), image_.size());
  dwarf_ = elf_ == nullptr ? nullptr : dwarf_begin_elf(elf_, DWARF_C_READ, nullptr);
  if (dwarf_ == nullptr) return;
  unit = nullptr;
  for (size_t i = 0; i < ids.size() && dwarf_get_units(dwarf_, unit, &unit, nullptr, nullptr, nullptr, nullptr) == 0; ++i)
    units_.emplace(ids[i], unit);
}

// In place of the unit before, which libdw has mapped.
bool PackagedUnits::hold(const std::vector<uint8_t> &file) {
  const int next = memfd_create("hagstone-unit", MFD_CLOEXEC);
  if (next < 0) return false;
  size_t done = 0;
  while (done < file.size()) {
    const ssize_t written = ::write(next, file.data() + done, file.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += static_cast<size_t>(written);
  }
  const bool held = done == file.size() && ::dup3(next, descriptor_, O_CLOEXEC) == descriptor_;
  ::close(next);
  return held;
}

std::optional<Dwarf_Die> PackagedUnits::unit(uint64_t unit_id) {
  const auto known = units_.find(unit_id);
  if (known == units_.end()) return std::nullopt;
  const std::vector<uint8_t> file = package_->unit_file(unit_id);
  if (file.empty() || !hold(file)) return std::nullopt;
  Dwarf_Die entries{};
  if (dwarf_cu_info(known->second, nullptr, nullptr, nullptr, &entries, nullptr, nullptr, nullptr) != 0 ||
      entries.addr == nullptr)
    return std::nullopt;
  return entries;
}

}  // namespace hagstone::symbols
