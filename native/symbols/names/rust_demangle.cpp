// SPDX-License-Identifier: MIT
#include "rust_demangle.h"

#include <algorithm>
#include <array>
#include <utility>

#include "rust_v0_demangle.h"
#include "utf8.h"

namespace hagstone::symbols {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> legacy_escapes{
    {{"SP", "@"}, {"BP", "*"}, {"RF", "&"}, {"LT", "<"}, {"GT", ">"}, {"LP", "("}, {"RP", ")"}, {"C", ","}, {"u20", " "}}};

bool is_lower_hex(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// The text of one `$escape$`, or nothing if it is none.
std::optional<std::string> unescape(std::string_view escape) {
  for (const auto &[code, text] : legacy_escapes) {
    if (code == escape) return std::string(text);
  }
  if (escape.size() < 2 || escape.size() > 7 || escape[0] != 'u' || !is_lower_hex(escape.substr(1))) return std::nullopt;
  std::string text;
  append_utf8(text, static_cast<uint32_t>(std::stoul(std::string(escape.substr(1)), nullptr, 16)));
  return text;
}

std::string legacy_element(std::string_view element) {
  if (element.starts_with("_$")) element.remove_prefix(1);
  std::string text;
  while (!element.empty()) {
    if (element.starts_with("..")) {
      text += "::";
      element.remove_prefix(2);
      continue;
    }
    if (element[0] == '$') {
      const size_t end = element.find('$', 1);
      const auto unescaped = end == std::string_view::npos ? std::nullopt : unescape(element.substr(1, end - 1));
      if (unescaped) {
        text += *unescaped;
        element.remove_prefix(end + 1);
        continue;
      }
    }
    text += element[0];
    element.remove_prefix(1);
  }
  return text;
}

// "_ZN" {length element} "17h" hash "E". The hash tells a Rust name from a C++ one.
std::optional<std::string> demangle_legacy(std::string_view name) {
  if (!name.starts_with("_ZN")) return std::nullopt;
  name.remove_prefix(3);
  std::string text;
  std::string_view last;
  while (!name.empty() && name[0] != 'E') {
    size_t length = 0;
    size_t digits = 0;
    while (digits < name.size() && digits < 6 && name[digits] >= '0' && name[digits] <= '9') {
      length = length * 10 + static_cast<size_t>(name[digits++] - '0');
    }
    if (digits == 0 || length > name.size() - digits) return std::nullopt;
    if (!last.empty()) text += (text.empty() ? "" : "::") + legacy_element(last);
    last = name.substr(digits, length);
    name.remove_prefix(digits + length);
  }
  if (name.empty() || text.empty()) return std::nullopt;
  if (last.size() != 17 || last[0] != 'h' || !is_lower_hex(last.substr(1))) return std::nullopt;
  const std::string_view suffix = name.substr(1);
  if (is_compiler_number(suffix)) return text;
  return text + " [clone " + std::string(suffix) + "]";
}

}  // namespace

std::optional<std::string> demangle_rust(std::string_view name) {
  return name.starts_with("_R") ? demangle_rust_v0(name) : demangle_legacy(name);
}

}  // namespace hagstone::symbols
