/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "loops_file.h"

#include "../measurement.h"

struct reader {
  const char *at;
  const char *end;
  uint32_t line;
};

static int at_line_end(const struct reader *reader) { return reader->at == reader->end || *reader->at == '\n'; }

static int take_word(struct reader *reader, const char *word) {
  const char *at = reader->at;
  for (; *word; word++, at++)
    if (at == reader->end || *at != *word) return 0;
  reader->at = at;
  return 1;
}

static int digit_of(char character, uint32_t base) {
  int digit = 16;
  if (character >= '0' && character <= '9') digit = character - '0';
  if (character >= 'a' && character <= 'f') digit = character - 'a' + 10;
  return digit < (int)base ? digit : -1;
}

/* A number and its end: a space, or the end of the line where it is the last one. */
static int take_number(struct reader *reader, uint32_t base, int last, uint64_t *number) {
  const char *start = reader->at;
  *number = 0;
  while (reader->at < reader->end && digit_of(*reader->at, base) >= 0) {
    if (*number >> 59) return 0;
    *number = *number * base + (uint64_t)digit_of(*reader->at++, base);
  }
  if (reader->at == start) return 0;
  return last ? at_line_end(reader) : take_word(reader, " ");
}

static int next_line(struct reader *reader) {
  while (!at_line_end(reader)) reader->at++;
  if (reader->at == reader->end) return 0;
  reader->at++;
  reader->line++;
  return reader->at < reader->end;
}

struct counts {
  uint32_t modules;
  uint32_t loops;
  uint32_t codes;
};

/* Where the parts that are being filled lie. */
struct filling {
  struct hagstone_loops *loops;
  struct hagstone_loop_code *codes;
  struct hagstone_loop_header *headers;
  uint32_t module_count;
  uint32_t loop_count;
  uint32_t code_count;
  uint32_t first_loop; /* of the module, from 0 */
};

static const char *fill_module(struct reader *reader, struct filling *filling) {
  struct hagstone_loop_module *module = &filling->loops->modules[filling->module_count++];
  module->build_id = reader->at;
  if (!take_word(reader, "-")) {
    while (reader->at < reader->end && digit_of(*reader->at, 16) >= 0) reader->at++;
    module->build_id_length = (uint32_t)(reader->at - module->build_id);
    if (module->build_id_length == 0) return "a build id is missing";
  }
  if (!take_word(reader, " ")) return "a path is missing";
  module->path = reader->at;
  while (!at_line_end(reader)) reader->at++;
  module->path_length = (uint32_t)(reader->at - module->path);
  if (module->path_length == 0) return "a path is missing";
  module->code = filling->codes + filling->code_count;
  module->headers = filling->headers + filling->loop_count;
  filling->first_loop = filling->loop_count;
  return 0;
}

static const char *fill_loop(struct reader *reader, struct filling *filling) {
  if (filling->module_count == 0) return "a loop stands before any module";
  struct hagstone_loop_module *module = &filling->loops->modules[filling->module_count - 1];
  struct hagstone_loop *loop = &filling->loops->loops[filling->loop_count];
  uint64_t parent = 0;
  if (!take_number(reader, 16, 0, &loop->header)) return "a loop's header is no address";
  if (take_word(reader, "-")) {
    if (!at_line_end(reader)) return "a loop's line goes on behind its parent";
  } else {
    if (!take_number(reader, 10, 1, &parent)) return "a loop's parent is neither an index nor \"-\"";
    if (parent >= filling->loop_count - filling->first_loop) return "a loop's parent is not an earlier loop of its module";
    loop->parent = filling->first_loop + (uint32_t)parent + 1;
  }
  struct hagstone_loop_header *header = &filling->headers[filling->loop_count++];
  header->address = loop->header;
  header->loop = filling->loop_count;
  module->header_count++;
  return 0;
}

static const char *fill_code(struct reader *reader, struct filling *filling) {
  if (filling->module_count == 0) return "code stands before any module";
  struct hagstone_loop_module *module = &filling->loops->modules[filling->module_count - 1];
  struct hagstone_loop_code *code = &filling->codes[filling->code_count];
  uint64_t loop = 0;
  if (!take_number(reader, 16, 0, &code->first) || !take_number(reader, 16, 0, &code->end) || code->end <= code->first)
    return "code has no range of addresses";
  if (!take_number(reader, 10, 1, &loop) || loop >= filling->loop_count - filling->first_loop)
    return "code belongs to no earlier loop of its module";
  if (module->code_count && code->first < code[-1].end) return "code is not ascending and disjoint";
  code->loop = filling->first_loop + (uint32_t)loop + 1;
  filling->code_count++;
  module->code_count++;
  return 0;
}

/* Shell's method with Ciura's gaps, continued. */
static void sort_headers(struct hagstone_loop_header *headers, uint32_t count) {
  static const uint32_t gaps[] = {701000, 301000, 132000, 57000, 23000, 9000, 3900, 1750, 701, 301, 132, 57, 23, 10, 4, 1};
  for (uint32_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
    for (uint32_t i = gaps[g]; i < count; i++) {
      const struct hagstone_loop_header moving = headers[i];
      uint32_t at = i;
      for (; at >= gaps[g] && headers[at - gaps[g]].address > moving.address; at -= gaps[g])
        headers[at] = headers[at - gaps[g]];
      headers[at] = moving;
    }
}

static int make_filling(const struct counts *counts, struct hagstone_loops *loops, struct filling *filling) {
  loops->modules = hagstone_memory((counts->modules + 1ull) * sizeof *loops->modules);
  loops->loops = hagstone_memory((counts->loops + 1ull) * sizeof *loops->loops);
  filling->codes = hagstone_memory((counts->codes + 1ull) * sizeof *filling->codes);
  filling->headers = hagstone_memory((counts->loops + 1ull) * sizeof *filling->headers);
  filling->loops = loops;
  return loops->modules && loops->loops && filling->codes && filling->headers;
}

static struct counts count_lines(struct reader reader) {
  struct counts counts = {0, 0, 0};
  do {
    counts.modules += take_word(&reader, "module ");
    counts.loops += take_word(&reader, "loop ");
    counts.codes += take_word(&reader, "code ");
  } while (next_line(&reader));
  return counts;
}

const char *hagstone_parse_loops(const char *text, uint64_t length, struct hagstone_loops *loops, uint32_t *line) {
  struct reader reader = {text, text + length, 1};
  struct filling filling = {0, 0, 0, 0, 0, 0, 0};
  *line = 1;
  if (!take_word(&reader, "hagstone-loops 1") || !at_line_end(&reader))
    return "it does not begin with \"hagstone-loops 1\"";
  const struct counts counts = count_lines(reader);
  if (!make_filling(&counts, loops, &filling)) return "there is no memory for it";
  while (next_line(&reader)) {
    const char *problem = 0;
    *line = reader.line;
    if (take_word(&reader, "module "))
      problem = fill_module(&reader, &filling);
    else if (take_word(&reader, "loop "))
      problem = fill_loop(&reader, &filling);
    else if (take_word(&reader, "code "))
      problem = fill_code(&reader, &filling);
    else if (!at_line_end(&reader))
      problem = "a line is neither module nor loop nor code";
    if (problem) return problem;
  }
  loops->module_count = filling.module_count;
  loops->loop_count = filling.loop_count;
  for (uint32_t i = 0; i < loops->module_count; i++)
    sort_headers(filling.headers + (loops->modules[i].headers - filling.headers), loops->modules[i].header_count);
  return 0;
}

uint32_t hagstone_innermost_loop(const struct hagstone_loop_module *module, uint64_t address) {
  uint32_t low = 0, high = module->code_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (module->code[middle].end <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low < module->code_count && module->code[low].first <= address ? module->code[low].loop : 0;
}

uint32_t hagstone_loop_beginning_at(const struct hagstone_loop_module *module, uint64_t address) {
  uint32_t low = 0, high = module->header_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (module->headers[middle].address < address)
      low = middle + 1;
    else
      high = middle;
  }
  return low < module->header_count && module->headers[low].address == address ? module->headers[low].loop : 0;
}
