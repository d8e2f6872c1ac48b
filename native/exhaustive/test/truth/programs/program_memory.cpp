// SPDX-License-Identifier: GPL-2.0-or-later
#include "program_memory.h"

#include <algorithm>

namespace hagstone::truth {

ProgramMemory::ProgramMemory(RandomValues& random, uint32_t number)
    : random_(random), number_(number), arena_{static_cast<uint32_t>(arenas_start + number * arena_bytes), arena_bytes} {}

uint32_t ProgramMemory::heap_of_program() const {
  return static_cast<uint32_t>(heap_start + number_ * heap_bytes_of_program);
}

// A mapping is in one of two areas, and moves to the other. Behind each a page is left free: Valgrind lets no mapping grow
// beside which another lies.
uint32_t ProgramMemory::area(uint32_t which) const {
  return static_cast<uint32_t>(mappings_start + (number_ * 2 + which) * (most_mapped_pages + 1) * page_bytes);
}

Room ProgramMemory::any() {
  if (!blocks_.empty() && random_.chance(25)) {
    // Also the memory between and behind the blocks, as if bounds were overrun.
    if (random_.chance(20)) return {heap_of_program(), heap_bytes_of_program};
    return blocks_[random_.below(blocks_.size())];
  }
  if (mapping_ && random_.chance(25)) {
    const auto page = static_cast<uint32_t>(random_.below(mapping_->pages));
    const uint32_t start = mapping_->address + page * page_bytes;
    return page && random_.chance(50) ? Room{start - 32, 64} : Room{start, 64};
  }
  return {arena_.address, random_.chance(50) ? 48 : arena_.bytes};
}

Room ProgramMemory::narrow() {
  constexpr uint32_t narrow_bytes = 40;
  const Room room = any();
  if (room.bytes <= narrow_bytes) return room;
  return {static_cast<uint32_t>(room.address + random_.below(room.bytes - narrow_bytes + 1)), narrow_bytes};
}

bool ProgramMemory::is_free(Room wanted, const Room* besides) const {
  for (const Room& block : blocks_)
    if (&block != besides && wanted.address < block.address + block.bytes && block.address < wanted.address + wanted.bytes)
      return false;
  return true;
}

// Blocks begin at words, as allocators' do, and end anywhere.
std::optional<Room> ProgramMemory::new_block(const Room* besides) {
  const uint32_t bytes = random_.between(1, 48);
  const auto word = static_cast<uint32_t>(random_.below((heap_bytes_of_program - bytes) / 8 + 1));
  const Room wanted = {heap_of_program() + 8 * word, bytes};
  return is_free(wanted, besides) ? std::optional(wanted) : std::nullopt;
}

std::optional<Instruction> ProgramMemory::allocate() {
  const auto block = new_block(nullptr);
  if (!block) return {};
  Instruction made = {Operation::allocate};
  made.memory.address = block->address;
  made.count = block->bytes;
  blocks_.push_back(*block);
  return made;
}

std::optional<Instruction> ProgramMemory::release() {
  if (blocks_.empty()) return {};
  Instruction made = {Operation::release};
  const size_t which = random_.below(blocks_.size());
  made.memory.address = blocks_[which].address;
  blocks_.erase(blocks_.begin() + static_cast<ptrdiff_t>(which));
  return made;
}

std::optional<Instruction> ProgramMemory::reallocate() {
  if (blocks_.empty()) return {};
  Room& block = blocks_[random_.below(blocks_.size())];
  std::optional<Room> changed = new_block(&block);
  if (changed && random_.chance(70)) changed->address = block.address;
  if (!changed || !is_free(*changed, &block) || changed->address + changed->bytes > heap_of_program() + heap_bytes_of_program)
    return {};
  // A block that moves does not overlap its old place.
  if (changed->address != block.address && changed->address < block.address + block.bytes &&
      block.address < changed->address + changed->bytes)
    return {};
  Instruction made = {Operation::reallocate};
  made.memory.address = block.address;
  made.other.address = changed->address;
  made.count = changed->bytes;
  block = *changed;
  return made;
}

// Also instead of the mapping that there is.
std::optional<Instruction> ProgramMemory::map() {
  if (!mapping_) mapping_ = {area(static_cast<uint32_t>(random_.below(2))), random_.between(1, 3)};
  Instruction made = {Operation::map};
  made.memory.address = mapping_->address;
  made.count = mapping_->pages;
  return made;
}

// All of it, or its first or last page.
std::optional<Instruction> ProgramMemory::unmap() {
  if (!mapping_) return {};
  Instruction made = {Operation::unmap};
  made.memory.address = mapping_->address;
  made.count = mapping_->pages;
  if (mapping_->pages == 1 || random_.chance(40)) {
    mapping_.reset();
    return made;
  }
  made.count = 1;
  mapping_->pages--;
  if (random_.chance(50)) mapping_->address += page_bytes;
  else made.memory.address += mapping_->pages * page_bytes;
  return made;
}

std::optional<Instruction> ProgramMemory::remap() {
  if (!mapping_) return {};
  Instruction made = {Operation::remap};
  made.memory.address = made.other.address = mapping_->address;
  made.count = mapping_->pages;
  const bool is_in_first = mapping_->address < area(1);
  uint32_t pages = random_.between(1, most_mapped_pages);
  if (random_.chance(50)) mapping_->address = area(is_in_first);
  else pages = std::min(pages, (area(is_in_first ? 1 : 2) - mapping_->address) / page_bytes - 1);
  if (mapping_->address == made.memory.address && pages == mapping_->pages) return {};
  made.other.address = mapping_->address;
  made.immediate = mapping_->pages = pages;
  return made;
}

std::optional<Instruction> ProgramMemory::change() {
  switch (random_.below(8)) {
    case 0:
    case 1: return allocate();
    case 2: return release();
    case 3: return reallocate();
    case 4: return map();
    case 5: return unmap();
    default: return remap();
  }
}

}  // namespace hagstone::truth
