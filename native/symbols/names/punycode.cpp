// SPDX-License-Identifier: MIT
#include "punycode.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "utf8.h"

namespace hagstone::symbols {

// The names and numbers of section 6.2: initial code 0x80, bias 72, base 36, skew 38, damp 700.
std::optional<std::string> decode_punycode(std::string_view encoded) {
  std::vector<uint32_t> codes;
  const size_t delimiter = encoded.rfind('_');
  if (delimiter != std::string_view::npos) {
    for (const char c : encoded.substr(0, delimiter)) codes.push_back(static_cast<unsigned char>(c));
    encoded.remove_prefix(delimiter + 1);
  }
  uint32_t code = 0x80;
  uint32_t bias = 72;
  uint64_t position = 0;
  bool first = true;
  while (!encoded.empty()) {
    const uint64_t before = position;
    uint64_t weight = 1;
    for (uint32_t k = 36;; k += 36) {
      if (encoded.empty()) return std::nullopt;
      const char c = encoded[0];
      encoded.remove_prefix(1);
      if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))) return std::nullopt;
      const auto digit = static_cast<uint32_t>(c >= 'a' ? c - 'a' : c - '0' + 26);
      position += digit * weight;
      if (position > 0xFFFFFFFF) return std::nullopt;
      const uint32_t threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
      if (digit < threshold) break;
      weight *= 36 - threshold;
      if (weight > 0xFFFFFFFF) return std::nullopt;
    }
    const uint64_t count = codes.size() + 1;
    uint64_t delta = (position - before) / (first ? 700 : 2);
    delta += delta / count;
    uint32_t steps = 0;
    for (; delta > 455; steps += 36) delta /= 35;
    bias = static_cast<uint32_t>(steps + 36 * delta / (delta + 38));
    first = false;
    code += static_cast<uint32_t>(position / count);
    position %= count;
    codes.insert(codes.begin() + static_cast<ptrdiff_t>(position), code);
    ++position;
  }
  std::string text;
  for (const uint32_t each : codes) append_utf8(text, each);
  return text;
}

}  // namespace hagstone::symbols
