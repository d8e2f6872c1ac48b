// SPDX-License-Identifier: MIT
#include "module_symbols.h"

#include <dwarf.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "elf/debug_files.h"
#include "names/demangle.h"
#include "elf/plt_stubs.h"

namespace hagstone::symbols {
namespace {

uint32_t number(Dwarf_Attribute *attribute) {
  Dwarf_Word value = 0;
  return attribute == nullptr || dwarf_formudata(attribute, &value) != 0 ? 0 : static_cast<uint32_t>(value);
}

// The attribute of the entry itself; 0 if it does not have it.
uint32_t unsigned_attribute(Dwarf_Die &die, unsigned name) {
  Dwarf_Attribute attribute;
  return number(dwarf_attr(&die, name, &attribute));
}

bool has_debug_information(const ElfFile &file) {
  return file.has_contents(".debug_info") || file.has_contents(".zdebug_info");
}

// libdw (0.188) reads a line table's names to their NUL without looking where the string section ends.
bool strings_end(const ElfFile &file) {
  for (const char *name : {".debug_str", ".debug_line_str"}) {
    const Section *section = file.section(name);
    if (section == nullptr || section->header.sh_type == SHT_NOBITS || (section->header.sh_flags & SHF_COMPRESSED) != 0)
      continue;
    const Elf_Data *data = elf_getdata(section->handle, nullptr);
    if (data == nullptr || data->d_buf == nullptr || data->d_size == 0) continue;
    if (static_cast<const char *>(data->d_buf)[data->d_size - 1] != '\0') return false;
  }
  return true;
}

// A demangled name's note on a copy or a coroutine's part: " [resume] [clone .cold]".
std::string notes_of(const std::string &demangled) {
  size_t start = std::string::npos;
  for (const char *note : {" [clone ", " [resume]", " [destroy]", " [cleanup]"})
    start = std::min(start, demangled.find(note));
  return start == std::string::npos ? std::string() : demangled.substr(start);
}

}  // namespace

ModuleSymbols::ModuleSymbols(const std::string &path, const std::string &expected_build_id,
                             std::vector<std::string> debug_directories)
    : image_(path) {
  if (!expected_build_id.empty() && expected_build_id != image_.build_id()) {
    warnings_.add("the file changed since it was recorded", path,
                  "its build id is " + (image_.build_id().empty() ? "missing" : image_.build_id()) + ", recorded was " +
                      expected_build_id + "; names and lines may be wrong; record again");
  }
  open_debug_information(debug_directories);
  read_symbols();
}

void ModuleSymbols::open_debug_information(const std::vector<std::string> &directories) {
  const ElfFile *source = &image_;
  if (!has_debug_information(image_)) {
    debug_file_ = find_debug_file(image_, directories, warnings_);
    if (debug_file_ == nullptr) return;
    source = debug_file_.get();
  }
  if (!has_debug_information(*source)) return;
  if (!strings_end(*source)) {
    warnings_.add("debug information not used", source->path(), "its strings are damaged");
    return;
  }
  dwarf_.reset(dwarf_begin_elf(source->handle(), DWARF_C_READ, nullptr));
  if (dwarf_ == nullptr) {
    warnings_.add("debug information not used", source->path(), dwarf_errmsg(-1));
    return;
  }
  supplementary_file_ = find_supplementary_file(*source, dwarf_.get(), directories, warnings_);
  if (supplementary_file_ != nullptr && strings_end(*supplementary_file_)) {
    supplementary_.reset(dwarf_begin_elf(supplementary_file_->handle(), DWARF_C_READ, nullptr));
    if (supplementary_ != nullptr) dwarf_setalt(dwarf_.get(), supplementary_.get());
  }
  index_ = std::make_unique<DwarfIndex>(dwarf_.get(), image_, [this](uint64_t id) { return packaged_unit(id); });
  if (index_->damaged()) warnings_.add("damaged debug information", source->path(), dwarf_errmsg(-1));
}

std::optional<Dwarf_Die> ModuleSymbols::packaged_unit(uint64_t id) {
  if (!looked_for_package_) {
    looked_for_package_ = true;
    std::string problem;
    auto package = find_split_package(image_.path(), debug_path(), problem);
    if (!problem.empty()) warnings_.add("package of split debug information not used", problem, "make it again with dwp");
    if (package != nullptr)
      packaged_ =
          std::make_unique<PackagedUnits>(debug_file_ == nullptr ? image_ : *debug_file_, dwarf_.get(), std::move(package));
  }
  return packaged_ == nullptr ? std::nullopt : packaged_->unit(id);
}

void ModuleSymbols::read_symbols() {
  size_t found = symbols_.add_sections(image_, image_);
  if (debug_file_ != nullptr)
    found += symbols_.add_sections(*debug_file_, image_);
  else if (image_.section(".symtab") == nullptr)
    found += symbols_.add_mini_debug_info(image_);
  if (found == 0) symbols_.add_dynamic_segment(image_);
  add_plt_stubs(image_, symbols_);
  symbols_.build(image_);
}

uint32_t ModuleSymbols::file_name(Dwarf_Die *compile_unit, Dwarf_Files *files, size_t number) {
  if (files == nullptr) return 0;
  const auto [entry, is_new] = file_names_.try_emplace({files, number}, 0);
  if (!is_new) return entry->second;
  const char *name = dwarf_filesrc(files, number, nullptr, nullptr);
  if (name == nullptr) return 0;
  std::string path = name;
  Dwarf_Attribute attribute;
  if (!path.starts_with('/') && dwarf_attr(compile_unit, DW_AT_comp_dir, &attribute) != nullptr) {
    const char *directory = dwarf_formstring(&attribute);
    if (directory != nullptr) path = std::string(directory) + "/" + path;
  }
  entry->second = strings_.intern(path);
  const std::vector<Md5> &sums = sums_of(compile_unit, files);
  if (number < sums.size() && sums[number] != Md5{}) file_sums_[entry->second].insert(sums[number]);
  return entry->second;
}

const std::vector<Md5> &ModuleSymbols::sums_of(Dwarf_Die *compile_unit, Dwarf_Files *files) {
  const auto [entry, is_new] = sums_.try_emplace(files);
  if (!is_new) return entry->second;
  Dwarf_Files *own = nullptr;
  size_t count = 0;
  Dwarf_Attribute attribute;
  Dwarf_Word offset = 0;
  if (dwarf_getsrcfiles(compile_unit, &own, &count) != 0 || own != files) return entry->second;
  if (dwarf_attr(compile_unit, DW_AT_stmt_list, &attribute) == nullptr || dwarf_formudata(&attribute, &offset) != 0)
    return entry->second;
  std::vector<Md5> sums = line_table_sums((debug_file_ == nullptr ? image_ : *debug_file_).contents(".debug_line"), offset);
  if (sums.size() == count) entry->second = std::move(sums);
  return entry->second;
}

SourcePlace ModuleSymbols::line_place(UnitIndex &unit, uint64_t address) {
  const LineRow *row = unit.line_at(address);
  return row == nullptr ? SourcePlace{} : row_place(unit, *row);
}

SourcePlace ModuleSymbols::definition_place(UnitIndex &unit, uint32_t scope) {
  return entry_definition(unit, unit.scope(scope).die);
}

SourcePlace ModuleSymbols::entry_definition(UnitIndex &unit, Dwarf_Die die) {
  Dwarf_Attribute attribute;
  const uint32_t line = number(dwarf_attr_integrate(&die, DW_AT_decl_line, &attribute));
  if (dwarf_attr_integrate(&die, DW_AT_decl_file, &attribute) == nullptr) return {0, line};
  // With link-time optimization, and of Rust, another unit may declare it: its files have numbers of their own.
  Dwarf_Die declaring;
  Dwarf_Files *files = nullptr;
  size_t count = 0;
  if (attribute.cu != die.cu &&
      dwarf_cu_die(attribute.cu, &declaring, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) != nullptr)
    return dwarf_getsrcfiles(&declaring, &files, &count) == 0
               ? SourcePlace{file_name(&declaring, files, number(&attribute)), line}
               : SourcePlace{0, line};
  return {file_name(unit.compile_unit(), unit.call_files(), number(&attribute)), line};
}

uint32_t ModuleSymbols::definition_file(UnitIndex &unit, const Dwarf_Die &die, const FunctionName &name) {
  const auto [entry, is_new] = definition_files_.try_emplace(&name, 0);
  if (is_new) entry->second = entry_definition(unit, die).file;
  return entry->second;
}

SourcePlace ModuleSymbols::entry_place(uint64_t address) {
  const std::vector<AddressRange> ranges = function_ranges(address);
  UnitIndex *unit = ranges.empty() ? nullptr : unit_at(ranges.front().first);
  if (unit == nullptr) return {};
  for (const LineRow &row : unit->rows_between(ranges.front().first, ranges.front().first))
    if (row.files != nullptr && row.line > 0) return row_place(*unit, row);
  return {};
}

SourcePlace ModuleSymbols::call_place(UnitIndex &unit, uint32_t scope) {
  Dwarf_Die call = unit.scope(scope).die;
  Dwarf_Attribute attribute;
  if (dwarf_attr(&call, DW_AT_call_file, &attribute) == nullptr) return {0, unsigned_attribute(call, DW_AT_call_line)};
  return {file_name(unit.compile_unit(), unit.call_files(), number(&attribute)), unsigned_attribute(call, DW_AT_call_line)};
}

// DWARF has one name for a function and its copies; the symbol says which copy this is: "f.constprop.0", "f.cold", the
// complete or the base constructor.
void ModuleSymbols::name_after_symbol(uint64_t address, const FunctionName *name, Frame &frame) {
  const Symbol *symbol = symbols_.function_at(address);
  if (symbol == nullptr) return;
  const std::string &linkage = strings_.text(frame.linkage_name);
  if (symbol->name == linkage) return;
  const std::string demangled = demangle(symbol->name);
  const bool is_better = demangled != symbol->name && (name == nullptr || !name->has_linkage_name);
  const bool is_copy = symbol->name.starts_with(linkage + ".");
  if (linkage.empty() || (is_better && (name == nullptr || !name->is_whole))) {
    frame.function_name = strings_.intern(demangled);
  } else if (is_copy || is_better) {
    // A number alone tells equally named local functions apart; it makes no copy.
    const std::string suffix = is_copy ? symbol->name.substr(linkage.size()) : std::string();
    const bool is_number = is_copy && suffix.find_first_not_of(".0123456789") == std::string::npos;
    const std::string note = demangled == symbol->name ? clone_note(suffix) : notes_of(demangled);
    if (!is_number) frame.function_name = strings_.intern(strings_.text(frame.function_name) + note);
  } else if (demangled != strings_.text(frame.function_name)) {
    return;
  }
  frame.linkage_name = strings_.intern(symbol->name);
}

const std::vector<FoldedFunction> &ModuleSymbols::folded_at(UnitIndex &unit, uint32_t scope) {
  static const std::vector<FoldedFunction> none;
  const std::vector<AddressRange> ranges = unit.function_ranges(scope);
  return ranges.empty()
             ? none
             : folded_.at(ranges.front().first, *index_, debug_file_ == nullptr ? image_ : *debug_file_, warnings_);
}

const LineRow *ModuleSymbols::own_row(UnitIndex &unit, const std::vector<FoldedFunction> &functions, uint64_t low,
                                      uint32_t line, uint64_t address) {
  uint32_t end = std::numeric_limits<uint32_t>::max();
  for (const FoldedFunction &function : functions) {
    if (function.unit == &unit && function.name.line > line) end = std::min(end, function.name.line);
  }
  const LineRow *own = nullptr;
  for (const LineRow &row : unit.rows_between(low, address)) {
    if (row.files != nullptr && row.line >= line && row.line < end) own = &row;
  }
  return own;
}

void ModuleSymbols::set_place(UnitIndex &unit, const LineRow &row, Frame &frame) {
  frame.file = file_name(unit.compile_unit(), row.files, row.file);
  frame.line = row.line;
  frame.column = row.column;
}

void ModuleSymbols::append_frames(UnitIndex &unit, uint32_t innermost, uint64_t address, const LineRow *row,
                                  const std::vector<FoldedFunction> *folded, std::vector<Frame> &frames) {
  Frame frame;
  if (row != nullptr) set_place(unit, *row, frame);
  for (uint32_t number = innermost;;) {
    const Scope &scope = unit.scope(number);
    const FunctionName &name = names_.of(scope.die);
    frame.function_name = name.name;
    frame.linkage_name = name.linkage;
    frame.function_file = definition_file(unit, scope.die, name);
    frame.function_line = name.line;
    frame.inlined = scope.inlined;
    if (scope.parent == Scope::no_parent && folded != nullptr) {
      if (folded->empty()) {
        name_after_symbol(address, &name, frame);
      } else {
        frame.function_name = strings_.intern(folded_.joined_names(*folded));
        const LineRow *own = number == innermost && row != nullptr
                                 ? own_row(unit, *folded, unit.function_ranges(number).front().first, name.line, address)
                                 : nullptr;
        if (own != nullptr) set_place(unit, *own, frame);
      }
    }
    frames.push_back(frame);
    if (scope.parent == Scope::no_parent) break;
    frame = Frame{};
    const SourcePlace call = call_place(unit, number);
    frame.file = call.file;
    frame.line = call.line;
    Dwarf_Die entry = scope.die;
    frame.column = unsigned_attribute(entry, DW_AT_call_column);
    number = scope.parent;
  }
}

void ModuleSymbols::lookup(uint64_t address, std::vector<Frame> &frames) {
  const size_t first = frames.size();
  UnitIndex *unit = unit_at(address);
  const LineRow *row = unit == nullptr ? nullptr : unit->line_at(address);
  const auto innermost = unit == nullptr ? std::nullopt : unit->scope_at(address);
  if (!innermost) {
    Frame frame;
    if (row != nullptr) set_place(*unit, *row, frame);
    name_after_symbol(address, nullptr, frame);
    frames.push_back(frame);
    return;
  }
  append_frames(*unit, *innermost, address, row, &folded_at(*unit, *innermost), frames);
  std::reverse(frames.begin() + static_cast<ptrdiff_t>(first), frames.end());
}

bool ModuleSymbols::lookup_as(uint64_t address, const std::string &linkage_name, std::vector<Frame> &frames) {
  UnitIndex *unit = unit_at(address);
  const auto innermost = unit == nullptr ? std::nullopt : unit->scope_at(address);
  if (!innermost) return false;
  const std::vector<FoldedFunction> &functions = folded_at(*unit, *innermost);
  const auto meant = std::find_if(functions.begin(), functions.end(), [&](const FoldedFunction &function) {
    return strings_.text(function.name.linkage) == linkage_name;
  });
  if (meant == functions.end()) return false;
  const uint64_t low = unit->function_ranges(*innermost).front().first;
  const LineRow *row = own_row(*meant->unit, functions, low, meant->name.line, address);
  if (meant->scope) {
    const size_t first = frames.size();
    const uint32_t scope = meant->unit->scope_within(*meant->scope, address);
    // Inlined code can have any line.
    if (scope != *meant->scope) row = meant->unit->line_at(address);
    append_frames(*meant->unit, scope, address, row, nullptr, frames);
    std::reverse(frames.begin() + static_cast<ptrdiff_t>(first), frames.end());
    return true;
  }
  // Where calls were inlined in it only the entry with the address says.
  if (unit->scope(*innermost).parent != Scope::no_parent) return false;
  Frame frame;
  frame.function_name = meant->name.name;
  frame.linkage_name = meant->name.linkage;
  frame.function_file = entry_definition(*meant->unit, meant->die).file;
  frame.function_line = meant->name.line;
  if (row != nullptr) set_place(*meant->unit, *row, frame);
  frames.push_back(frame);
  return true;
}

Frame ModuleSymbols::called_function(uint64_t return_address) {
  Frame frame;
  UnitIndex *unit = return_address == 0 ? nullptr : unit_at(return_address - 1);
  const auto called = unit == nullptr ? std::nullopt : unit->called_function(return_address);
  if (!called) return frame;
  const FunctionName &name = names_.of(*called);
  frame.function_name = name.name;
  frame.linkage_name = name.linkage;
  return frame;
}

std::optional<Function> ModuleSymbols::function_at(uint64_t address) {
  const Symbol *symbol = symbols_.function_at(address);
  if (symbol != nullptr && symbol->has_size)
    return Function{demangle(symbol->name), symbol->name, symbol->low, symbol->high};
  UnitIndex *unit = unit_at(address);
  if (unit != nullptr) {
    if (const auto scope = unit->scope_at(address)) {
      if (const auto range = unit->function_range(*scope, address)) {
        uint32_t outermost = *scope;
        while (unit->scope(outermost).parent != Scope::no_parent) outermost = unit->scope(outermost).parent;
        const FunctionName &name = names_.of(unit->scope(outermost).die);
        return Function{strings_.text(name.name), strings_.text(name.linkage), range->first, range->second};
      }
    }
  }
  if (symbol != nullptr) return Function{demangle(symbol->name), symbol->name, symbol->low, symbol->high};
  if (const auto range = unwind_tables_.range_at(address)) {
    char offset[24];
    std::snprintf(offset, sizeof(offset), "+0x%llx", static_cast<unsigned long long>(range->first));
    return Function{std::filesystem::path(image_.path()).filename().string() + offset, {}, range->first, range->second};
  }
  return std::nullopt;
}

std::vector<AddressRange> ModuleSymbols::function_ranges(uint64_t address) {
  UnitIndex *unit = unit_at(address);
  if (const auto scope = unit == nullptr ? std::nullopt : unit->scope_at(address)) return unit->function_ranges(*scope);
  const Symbol *symbol = symbols_.function_at(address);
  if (symbol != nullptr && symbol->has_size) return {{symbol->low, symbol->high}};
  return {};
}

size_t ModuleSymbols::build_index() { return index_ == nullptr ? 0 : index_->build_all(warnings_); }

}  // namespace hagstone::symbols
