// SPDX-License-Identifier: GPL-2.0-or-later
// A program's effects on memory, as its generator knows them: the reference counts them.
#ifndef HAGSTONE_TRUTH_TRACE_H
#define HAGSTONE_TRUTH_TRACE_H

#include <cstdint>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "hash.h"

namespace hagstone::truth {

// A calling context or an access in one: a node below its caller.
enum class NodeKind : uint8_t { thread, call, instruction, system_call };
using ContextId = uint32_t;  // 0: none

struct ContextNode {
  ContextId parent;
  NodeKind kind;
  uint64_t value;  // index of the thread, return address, address of the instruction, number of the system call
  auto operator<=>(const ContextNode &) const = default;
  size_t hash() const { return hash_of(parent, kind, value); }
};

template <typename Node>
class NodeTable {
 public:
  uint32_t intern(const Node &node) {
    auto [place, added] = ids_.try_emplace(node, static_cast<uint32_t>(nodes_.size() + 1));
    if (added) nodes_.push_back(node);
    return place->second;
  }
  const Node &operator[](uint32_t id) const { return nodes_[id - 1]; }

 protected:
  struct Hash {
    size_t operator()(const Node &node) const { return node.hash(); }
  };
  std::unordered_map<Node, uint32_t, Hash> ids_;
  std::vector<Node> nodes_;
};

class ContextTable : public NodeTable<ContextNode> {
 public:
  std::string text(ContextId id) const;
};

// A scope of the extended calling context (metrics.md section 5): the frame of a function, or one of its loops around the next frame.
using ScopeId = uint32_t;  // 0: none
struct ScopeNode {
  ScopeId parent;
  ContextId frame;
  uint64_t header;  // the loop's first instruction; 0: the frame
  auto operator<=>(const ScopeNode &) const = default;
  size_t hash() const { return hash_of(parent, frame, header); }
};
using ScopeTable = NodeTable<ScopeNode>;

enum class Element : uint8_t { bytes = 0, f32 = 1, f64 = 2, f80 = 3 };

enum class EventKind : uint8_t {
  load,
  store,
  freed,     // a heap block ended
  unmapped,  // a mapping ended
  allocated, // a heap block began, or has another size: realloc
  mapped,
  grown,     // a mapping got further pages, this event's memory
  loop_header,
  window_ends
};

struct Event {
  EventKind kind = EventKind::load;
  bool kernel = false;       // by a system call
  bool again = false;        // of a string instruction: not its first iteration
  bool of_modify = false;    // the load of a read-modify-write
  bool of_failed_exchange = false;  // the store of a cmpxchg that leaves the value as it was
  bool no_access = false;    // of an instruction that names memory and does not access it
  bool outside = false;      // of the measured windows
  Element element = Element::bytes;
  uint32_t thread = 0;       // index from 1
  ContextId context = 0;     // of the access itself; of allocations the caller of malloc or mmap
  uint64_t address = 0;
  uint64_t bytes = 0;
  std::string value = {};    // accesses: the loaded or stored value
  ScopeId scope = 0;         // accesses, loop headers: the innermost one
  uint64_t moved_to = 0;     // of memory that ended at its address because it moved; 0: of other memory
};

struct DataObject {
  std::string name;
  uint64_t address;
  uint64_t bytes;
};

// Bursty runs: how much of the program was measured.
struct Coverage {
  uint64_t instructions = 0;
  uint64_t measured = 0;
  uint64_t windows = 0;
  auto operator<=>(const Coverage &) const = default;
};

struct Trace {
  ContextTable contexts;
  ScopeTable scopes;
  std::vector<Event> events;
  std::vector<DataObject> statics;
  Coverage coverage = {};  // all zero: everything was measured
  uint64_t tolerance = 10'000'000;  // of floating-point values, in billionths of the earlier one
};

}  // namespace hagstone::truth

#endif
