// SPDX-License-Identifier: MIT
#include "loops/loop_places.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace hagstone::symbols {
namespace {

class PlaceFinder {
 public:
  PlaceFinder(ModuleSymbols &module, const FunctionCode &code, const ControlFlow &flow, const LoopForest &forest)
      : module_(module),
        code_(code),
        flow_(flow),
        forest_(forest),
        scopes_(forest.loops.size()),
        lines_(forest.loops.size()),
        places_(forest.loops.size()) {}

  std::vector<LoopPlace> find() {
    const uint64_t start = code_.instructions().empty() ? 0 : code_.instructions().front().address;
    unit_ = module_.unit_at(start);
    if (unit_ == nullptr) return std::move(places_);
    find_scopes();
    for (size_t loop = 0; loop < places_.size(); ++loop) {
      if (scopes_[loop]) places_[loop].frame = depth(*scopes_[loop]);
    }
    find_files();
    find_lines();
    return std::move(places_);
  }

 private:
  // Calls `visit(loop, instruction index)` for each instruction in a loop, with its innermost one.
  template <typename Visit>
  void each_instruction(Visit visit) const {
    for (uint32_t block = 0; block + 1 < flow_.first.size(); ++block) {
      const uint32_t loop = forest_.innermost[block];
      if (loop == LoopForest::none) continue;
      for (size_t i = flow_.first[block]; i < flow_.first[block + 1]; ++i) visit(loop, i);
    }
  }

  uint32_t depth(uint32_t scope) const {
    uint32_t count = 0;
    while ((scope = unit_->scope(scope).parent) != Scope::no_parent) ++count;
    return count;
  }

  // The innermost scope around both.
  std::optional<uint32_t> common(uint32_t a, uint32_t b) const {
    uint32_t depth_a = depth(a);
    uint32_t depth_b = depth(b);
    for (; depth_a > depth_b; --depth_a) a = unit_->scope(a).parent;
    for (; depth_b > depth_a; --depth_b) b = unit_->scope(b).parent;
    while (a != b) {
      a = unit_->scope(a).parent;
      b = unit_->scope(b).parent;
      if (a == Scope::no_parent) return std::nullopt;
    }
    return a;
  }

  void find_scopes() {
    instruction_scopes_.assign(code_.instructions().size(), std::nullopt);
    each_instruction([&](uint32_t loop, size_t i) {
      instruction_scopes_[i] = unit_->scope_at(code_.instructions()[i].address);
      if (instruction_scopes_[i]) join(loop, *instruction_scopes_[i]);
    });
    for (uint32_t loop = 0; loop < scopes_.size(); ++loop) {
      const uint32_t parent = forest_.loops[loop].parent;
      if (parent != LoopForest::none && scopes_[loop]) join(parent, *scopes_[loop]);
    }
  }

  void join(uint32_t loop, uint32_t scope) {
    std::optional<uint32_t> &known = scopes_[loop];
    if (!known)
      known = scope;
    else if (*known != scope)
      known = common(*known, scope).value_or(*known);
  }

  // The call in the frame `within` through which execution is in `scope`; nothing if it is in that frame itself.
  std::optional<SourcePlace> call_from(uint32_t within, uint32_t scope) {
    if (within == scope) return std::nullopt;
    while (unit_->scope(scope).parent != within) {
      scope = unit_->scope(scope).parent;
      if (scope == Scope::no_parent) return std::nullopt;
    }
    const auto [known, is_new] = call_places_.try_emplace(scope);
    if (is_new) known->second = module_.call_place(*unit_, scope);
    return known->second;
  }

  std::optional<SourcePlace> call_of_instruction(uint32_t loop, size_t i) {
    return scopes_[loop] && instruction_scopes_[i] ? call_from(*scopes_[loop], *instruction_scopes_[i]) : std::nullopt;
  }

  // The header's file, else the first known one of the loop.
  void find_files() {
    std::vector<char> is_settled(places_.size(), 0);
    each_instruction([&](uint32_t loop, size_t i) {
      const uint32_t header = forest_.loops[loop].header;
      const bool in_header = flow_.first[header] <= i && i < flow_.first[header + 1];
      LoopPlace &place = places_[loop];
      if (is_settled[loop] || (place.file != 0 && !in_header)) return;
      const auto call = call_of_instruction(loop, i);
      const SourcePlace found = call ? *call : module_.line_place(*unit_, code_.instructions()[i].address);
      if (found.file == 0 || found.line == 0) return;
      place.file = found.file;
      is_settled[loop] = in_header;
    });
  }

  void find_lines() {
    for (size_t loop = 0; loop < lines_.size(); ++loop) {
      if (scopes_[loop]) lines_[loop].definition = module_.definition_place(*unit_, *scopes_[loop]);
    }
    each_instruction([&](uint32_t loop, size_t i) {
      if (const auto call = call_of_instruction(loop, i)) {
        offer(loop, *call, true);
        return;
      }
      const uint64_t address = code_.instructions()[i].address;
      // The jump back is the loop's own statement, though Clang begins none there.
      if (jumps_back(loop, i)) offer(loop, module_.line_place(*unit_, address), true);
      for (const LineRow &row : statements_at(address, i == flow_.first[forest_.loops[loop].header]))
        offer(loop, module_.row_place(*unit_, row), true);
      offer(loop, module_.line_place(*unit_, address), false);
    });
    for (uint32_t loop = 0; loop < places_.size(); ++loop) {
      const Lines &lines = lines_[loop];
      places_[loop].line = lines.statement != 0 ? lines.statement : lines.any;
      const uint32_t parent = forest_.loops[loop].parent;
      if (parent == LoopForest::none) continue;
      const auto call = scopes_[loop] && scopes_[parent] ? call_from(*scopes_[parent], *scopes_[loop]) : std::nullopt;
      if (call)
        offer(parent, *call, true);
      else
        offer(parent, {places_[loop].file, places_[loop].line}, lines.statement != 0);
    }
  }

  // Last of a block that leads back to the loop's header.
  bool jumps_back(uint32_t loop, size_t i) const {
    const auto next = std::upper_bound(flow_.first.begin(), flow_.first.end(), i);
    if (*next != i + 1) return false;
    const auto block = static_cast<uint32_t>(next - flow_.first.begin() - 1);
    const auto successors = flow_.graph.successors(block);
    return std::find(successors.begin(), successors.end(), forest_.loops[loop].header) != successors.end();
  }

  // Where the loop begins, statements before it may have ended up without code of their own: only the last one counts.
  std::vector<LineRow> statements_at(uint64_t address, bool is_start) {
    std::vector<LineRow> rows;
    for (const LineRow &row : unit_->rows_between(address, address)) {
      if (!row.begins_statement || row.end_of_sequence) continue;
      if (is_start) rows.clear();
      rows.push_back(row);
    }
    return rows;
  }

  void offer(uint32_t loop, SourcePlace found, bool is_statement) {
    if (found.line == 0 || found.file != places_[loop].file) return;
    const auto take = [&](uint32_t &least) {
      if (least == 0 || found.line < least) least = found.line;
    };
    Lines &lines = lines_[loop];
    const bool is_body = found.file != lines.definition.file || found.line > lines.definition.line;
    if (is_statement && is_body)
      take(lines.statement);
    else
      take(lines.any);
  }

  // Least lines of a loop.
  struct Lines {
    SourcePlace definition;  // of the function that the loop is in
    uint32_t statement = 0;  // of statements below the definition's line
    uint32_t any = 0;
  };

  ModuleSymbols &module_;
  const FunctionCode &code_;
  const ControlFlow &flow_;
  const LoopForest &forest_;
  UnitIndex *unit_ = nullptr;
  std::vector<std::optional<uint32_t>> instruction_scopes_;  // of instructions in loops
  std::vector<std::optional<uint32_t>> scopes_;              // by loop
  std::unordered_map<uint32_t, SourcePlace> call_places_;    // by the scope of the inlined call
  std::vector<Lines> lines_;                                 // by loop
  std::vector<LoopPlace> places_;
};

}  // namespace

std::vector<LoopPlace> loop_places(ModuleSymbols &module, const FunctionCode &code, const ControlFlow &flow,
                                   const LoopForest &forest) {
  return PlaceFinder(module, code, flow, forest).find();
}

}  // namespace hagstone::symbols
