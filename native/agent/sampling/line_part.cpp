// SPDX-License-Identifier: MIT
#include "sampling/line_part.h"

namespace hagstone {

namespace {
constexpr uint32_t word_bytes = 8;
constexpr uint64_t words_in_line = line_bytes / word_bytes;
}  // namespace

WatchedPart choose_word(uint64_t address, uint32_t length, hagstone_random &random) {
  const uint64_t byte = address + hagstone_random_below(&random, length);
  return {byte & ~uint64_t{word_bytes - 1}, word_bytes};
}

WatchedPart choose_other_word(const WatchedPart &word, hagstone_random &random) {
  const uint64_t line = line_of(word.address);
  const uint64_t own = (word.address - line) / word_bytes;
  const uint64_t other = (own + 1 + hagstone_random_below(&random, words_in_line - 1)) % words_in_line;
  return {line + other * word_bytes, word_bytes};
}

SharedPart choose_shared_part(uint64_t address, uint32_t length, hagstone_random &random) {
  const uint64_t line = line_of(address), line_end = line + line_bytes;
  const uint64_t end = address + length < line_end ? address + length : line_end;
  const uint64_t own = end - address, rest = line_bytes - own;
  const bool overlaps = rest == 0 || hagstone_random_below(&random, 2) == 0;
  const double choices = rest == 0 ? 1 : 2;
  if (overlaps) {
    const WatchedPart part = choose_watched_part(address, static_cast<uint32_t>(own), random);
    return {part, true, choices * static_cast<double>(own) / part.length};
  }
  // The rest lies before and after the access: each side is drawn by its size.
  const uint64_t before = address - line, after = line_end - end;
  const WatchedPart part = hagstone_random_below(&random, rest) < before
                               ? choose_watched_part(line, static_cast<uint32_t>(before), random)
                               : choose_watched_part(end, static_cast<uint32_t>(after), random);
  return {part, false, choices * static_cast<double>(rest) / part.length};
}

}  // namespace hagstone
