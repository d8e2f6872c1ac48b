/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "program_code.h"

#include "exhaustive/contexts/calling_context.h"
#include "../recording/modules.h"
#include "loop_modules.h"

static struct hagstone_loops loops;
static struct hagstone_loop_modules modules;

const struct hagstone_loops *hagstone_program_loops(void) { return &loops; }

const char *hagstone_read_program_loops(const char *text, uint64_t length, uint32_t *line) {
  return hagstone_parse_loops(text, length, &loops, line);
}

const struct hagstone_loop_module *hagstone_loops_of_module(uint32_t module) {
  return hagstone_loop_module_of(&modules, module);
}

const struct hagstone_loop_module *hagstone_loops_around(uint64_t address, uint64_t *bias) {
  const struct hagstone_loaded_module *module = hagstone_module_at(address);
  if (!module) return 0;
  if (!hagstone_loop_module_known(&modules, module->index))
    hagstone_set_loop_module(&modules, module->index,
                             hagstone_loop_module_named(&loops, module->path, module->build_id, module->build_id_length));
  *bias = module->bias;
  return hagstone_loop_module_of(&modules, module->index);
}

int hagstone_call_site(hagstone_calling_context context, uint32_t *module, uint64_t *offset) {
  return hagstone_called_from(context, module, offset);
}
