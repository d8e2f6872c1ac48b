// SPDX-License-Identifier: MIT
#include "coroutine_names.h"

#include <array>

namespace hagstone::symbols {
namespace {

constexpr std::string_view frame_suffix = ".Frame";

struct Part {
  std::string_view suffix;
  std::string_view note;
};

// `.actor` also destroys: GCC's `.destroy` sets a mark and calls it.
constexpr std::array<Part, 4> parts{
    {{".actor", " [resume]"}, {".resume", " [resume]"}, {".destroy", " [destroy]"}, {".cleanup", " [cleanup]"}}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// `name` ends with the source name of a frame, its length in front: "…9_Z1fl.Frame".
std::string_view coroutine_in(std::string_view name) {
  for (size_t start = name.find("_Z"); start != std::string_view::npos; start = name.find("_Z", start + 1)) {
    const std::string_view frame = name.substr(start);
    const std::string length = std::to_string(frame.size());
    if (name.substr(0, start).ends_with(length) && (start == length.size() || !is_digit(name[start - length.size() - 1])))
      return coroutine_of_frame(frame);
  }
  return {};
}

}  // namespace

std::string_view coroutine_of_frame(std::string_view type_name) {
  if (!type_name.starts_with("_Z") || !type_name.ends_with(frame_suffix)) return {};
  return type_name.substr(0, type_name.size() - frame_suffix.size());
}

std::optional<CoroutinePart> coroutine_part(std::string_view symbol) {
  if (!symbol.starts_with("_Z")) return std::nullopt;
  for (const auto &[suffix, note] : parts) {
    const size_t at = symbol.rfind(suffix);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = symbol.substr(at + suffix.size());
    if (!rest.empty() && rest.front() != '.') continue;
    const std::string_view front = symbol.substr(0, at);
    const bool has_frame = front.ends_with(frame_suffix);
    if (has_frame != (suffix == ".actor") && suffix != ".destroy") continue;
    const std::string_view coroutine = has_frame ? coroutine_in(front) : front;
    if (!coroutine.empty()) return CoroutinePart{std::string(coroutine), std::string(note), std::string(rest)};
  }
  return std::nullopt;
}

}  // namespace hagstone::symbols
