// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_DIE_WALK_H
#define HAGSTONE_SYMBOLS_DIE_WALK_H

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace hagstone::symbols {

// Visits the entries below `root`, parents before children. `visit(die, state)` gets the state of the entry's parent
// (`initial` for the first level) and returns the state for its children, or nothing to leave them out.
// Returns false if damaged data cut the walk short.
template <typename State, typename Visit>
bool walk_entries(Dwarf_Die root, State initial, Visit visit) {
  // Deeper nesting occurs in damaged files only.
  constexpr uint32_t max_depth = 1000;
  struct Level {
    Dwarf_Die die;
    State state;
    uint32_t depth;
  };
  // The next sibling at each level; a level goes when its last sibling is taken, so there may be fewer than `depth`.
  std::vector<Level> levels;
  bool intact = true;
  Dwarf_Die next;
  if (dwarf_child(&root, &next) == 0) levels.push_back({next, initial, 1});
  while (!levels.empty()) {
    Level current = levels.back();
    const int sibling = dwarf_siblingof(&current.die, &next);
    // Entries lie one after the other; a link backwards would never end.
    if (sibling == 0 && next.addr > current.die.addr) {
      levels.back().die = next;
    } else {
      intact &= sibling == 1;
      levels.pop_back();
    }
    std::optional<State> inner = visit(current.die, current.state);
    if (!inner || dwarf_child(&current.die, &next) != 0) continue;
    if (current.depth >= max_depth) {
      intact = false;
      continue;
    }
    levels.push_back({next, std::move(*inner), current.depth + 1});
  }
  return intact;
}

}  // namespace hagstone::symbols

#endif
