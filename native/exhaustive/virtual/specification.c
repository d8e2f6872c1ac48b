/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "specification.h"

#include "common/random.h"
#include "common/raw_format.h"
#include "common/reservoir.h"

struct word {
  const char *text;
  uint32_t length;
};

struct named_value {
  const char *name;
  uint32_t value;
};

static const struct named_value tools[] = {{"dead-stores", HAGSTONE_TOOL_DEAD_STORES},
                                           {"silent-stores", HAGSTONE_TOOL_SILENT_STORES},
                                           {"redundant-loads", HAGSTONE_TOOL_REDUNDANT_LOADS},
                                           {"reuse-distance", HAGSTONE_TOOL_REUSE_DISTANCE},
                                           {0, 0}};
static const struct named_value reservoirs[] = {{"registers", HAGSTONE_RESERVOIR_REGISTERS},
                                                {"common", HAGSTONE_RESERVOIR_COMMON},
                                                {"oldest", HAGSTONE_RESERVOIR_OLDEST},
                                                {"never", HAGSTONE_RESERVOIR_NEVER},
                                                {0, 0}};
static const struct named_value attributions[] = {
    {"proportional", HAGSTONE_ATTRIBUTION_PROPORTIONAL}, {"none", HAGSTONE_ATTRIBUTION_NONE}, {0, 0}};
static const struct named_value granularities[] = {{"byte", 1}, {"word", 8}, {"line", 64}, {0, 0}};
static const struct named_value answers[] = {{"yes", 1}, {"no", 0}, {0, 0}};

static int is(struct word word, const char *name) {
  for (uint32_t i = 0; i < word.length; i++)
    if (!name[i] || name[i] != word.text[i]) return 0;
  return !name[word.length];
}

/* Up to one of `ends` or the end of the text, and moves behind it. */
static struct word take_word(const char **text, const char *ends) {
  struct word word = {*text, 0};
  for (; (*text)[0]; (*text)++, word.length++)
    for (const char *end = ends; *end; end++)
      if (**text == *end) {
        (*text)++;
        return word;
      }
  return word;
}

static int find(const struct named_value *values, struct word name, uint32_t *value) {
  for (; values->name; values++)
    if (is(name, values->name)) {
      *value = values->value;
      return 1;
    }
  return 0;
}

static int parse_number(struct word word, uint64_t least, uint64_t most, uint64_t *number) {
  uint64_t value = 0;
  if (!word.length) return 0;
  for (uint32_t i = 0; i < word.length; i++) {
    const uint32_t digit = (uint32_t)(word.text[i] - '0');
    if (digit > 9 || value > (UINT64_MAX - digit) / 10) return 0;
    value = value * 10 + digit;
  }
  *number = value;
  return value >= least && value <= most;
}

static const char *parse_tools(struct word list, struct hagstone_virtual_specification *specification) {
  static const char wrong[] = "tool= is dead-stores, silent-stores, redundant-loads or reuse-distance, several joined by +";
  const char *text = list.text, *end = list.text + list.length;
  specification->tool_count = 0;
  while (text < end) {
    struct word name = {text, 0};
    while (text < end && *text != '+') text++, name.length++;
    if (text < end) text++;
    uint32_t tool;
    if (!find(tools, name, &tool)) return wrong;
    for (uint32_t i = 0; i < specification->tool_count; i++)
      if (specification->tools[i] == tool) return "tool= names a tool twice";
    specification->tools[specification->tool_count++] = tool;
  }
  return specification->tool_count ? 0 : wrong;
}

static const char *parse_setting(struct word key, struct word value, struct hagstone_virtual_specification *specification) {
  uint64_t number;
  uint32_t choice;
  if (is(key, "tool")) return parse_tools(value, specification);
  if (is(key, "period")) {
    if (!parse_number(value, 2, 1ull << 40, &number)) return "period= is a number of accesses from 2 to 2^40";
    specification->period = hagstone_nearest_prime(number);
  } else if (is(key, "registers")) {
    if (!parse_number(value, 1, HAGSTONE_RESERVOIR_CAPACITY, &number)) return "registers= is a number from 1 to 16";
    specification->registers = (uint32_t)number;
  } else if (is(key, "reservoir")) {
    if (!find(reservoirs, value, &specification->reservoir)) return "reservoir= is registers, common, oldest or never";
  } else if (is(key, "attribution")) {
    if (!find(attributions, value, &specification->attribution)) return "attribution= is proportional or none";
  } else if (is(key, "granularity")) {
    if (!find(granularities, value, &specification->granularity)) return "granularity= is byte, word or line";
  } else if (is(key, "skid")) {
    if (!parse_number(value, 0, 1u << 20, &number)) return "skid= is a number of accesses from 0 to 2^20";
    specification->skid = (uint32_t)number;
  } else if (is(key, "kernel")) {
    if (!find(answers, value, &choice)) return "kernel= is yes or no";
    specification->sees_kernel = (int)choice;
  } else if (is(key, "seed")) {
    if (!parse_number(value, 0, UINT64_MAX, &specification->seed)) return "seed= is a number from 0 to 2^64 - 1";
  } else {
    return "there are tool, period, registers, reservoir, attribution, granularity, skid, kernel and seed";
  }
  return 0;
}

const char *hagstone_parse_virtual(const char *text, struct hagstone_virtual_specification *specification) {
  *specification = (struct hagstone_virtual_specification){
      {0}, 0, 0, 4, HAGSTONE_RESERVOIR_REGISTERS, HAGSTONE_ATTRIBUTION_PROPORTIONAL, 8, 0, 0, 1};
  while (*text) {
    struct word setting = take_word(&text, ",");
    const char *value = setting.text;
    struct word key = take_word(&value, "=");
    if (key.length >= setting.length) return "settings are NAME=VALUE, separated by commas";
    const char *wrong = parse_setting(key, (struct word){value, setting.length - key.length - 1}, specification);
    if (wrong) return wrong;
  }
  if (!specification->tool_count) return "tool= is missing";
  if (!specification->period) return "period= is missing";
  if (specification->skid >= specification->period) return "skid= is less than period=";
  return 0;
}
