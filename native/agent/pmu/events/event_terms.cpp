// SPDX-License-Identifier: MIT
#include "event_terms.h"

#include "base/text.h"
#include "hexadecimal.h"

namespace hagstone {

namespace {

constexpr size_t longest_path = 256;
constexpr size_t longest_text = 256;

bool read_pmu_file(SystemFiles &files, const char *pmu, const char *folder, const char *name, char *text) {
  char path[longest_path];
  TextBuilder(path, sizeof path).text("/sys/bus/event_source/devices/").text(pmu).text(folder).text(name);
  return files.read(path, text, longest_text);
}

// Decimal, or hexadecimal after 0x.
bool parse_value(const char *text, uint64_t &value) {
  if (!text_starts_with(text, "0x")) return parse_number(text, value);
  return take_hexadecimal(text, value) && !*text;
}

bool is_digit(char character) { return character >= '0' && character <= '9'; }

// Reads a decimal number and advances `text` past it.
bool take_number(const char *&text, uint64_t &number) {
  if (!is_digit(*text)) return false;
  number = 0;
  for (; is_digit(*text); text++) number = number * 10 + static_cast<uint64_t>(*text - '0');
  return true;
}

// Spreads the bits of `value`, lowest first, over the ranges of `format`, "0-7,32-35".
bool place_bits(const char *format, uint64_t value, uint64_t &word) {
  constexpr uint64_t bits = 64;
  for (;;) {
    uint64_t first, last;
    if (!take_number(format, first)) return false;
    last = first;
    if (*format == '-' && !take_number(++format, last)) return false;
    if (last >= bits || first > last) return false;
    for (uint64_t bit = first; bit <= last; bit++, value >>= 1) word = (word & ~(uint64_t{1} << bit)) | (value & 1) << bit;
    if (!*format) return value == 0;
    if (*format++ != ',') return false;
  }
}

}  // namespace

bool set_event_term(SystemFiles &files, const char *pmu, const char *name, uint64_t value, EventConfig &event) {
  char format[longest_text];
  if (!read_pmu_file(files, pmu, "/format/", name, format)) return false;
  struct {
    const char *prefix;
    uint64_t *word;
  } const places[] = {{"config:", &event.config}, {"config1:", &event.config1}, {"config2:", &event.config2}};
  for (const auto &place : places)
    if (text_starts_with(format, place.prefix)) return place_bits(format + text_length(place.prefix), value, *place.word);
  return false;
}

bool read_listed_event(SystemFiles &files, const char *pmu, const char *name, EventConfig &event) {
  char text[longest_text];
  if (!read_pmu_file(files, pmu, "/events/", name, text)) return false;
  event = {};
  for (char *term = text; *term;) {
    char *end = term;
    while (*end && *end != ',') end++;
    const bool last = !*end;
    *end = '\0';
    uint64_t value = 1;  // a term alone is a flag
    for (char *equals = term; *equals; equals++) {
      if (*equals != '=') continue;
      *equals = '\0';
      if (!parse_value(equals + 1, value)) return false;
      break;
    }
    if (!set_event_term(files, pmu, term, value, event)) return false;
    if (last) break;
    term = end + 1;
  }
  return true;
}

bool read_pmu_type(SystemFiles &files, const char *pmu, uint32_t &type) {
  char text[longest_text];
  uint64_t number;
  if (!read_pmu_file(files, pmu, "/", "type", text) || !parse_number(text, number) || number > UINT32_MAX) return false;
  type = static_cast<uint32_t>(number);
  return true;
}

}  // namespace hagstone
