/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "calling_context.h"

#include "common/raw_format.h"
#include "context_tables.h"
#include "exhaustive/recording/modules.h"
#include "exhaustive/recording/recording.h"
#include "exhaustive/tables/hash_table.h"
#include "exhaustive/tables/leaf_table.h"
#include "exhaustive/shadow.h"

struct node {
  hagstone_calling_context parent;
  uint32_t call_site; /* 0: root of a thread */
  uint32_t record;    /* 0: not in the recording */
  uint32_t thread : 31;
  uint32_t is_created : 1; /* root: the parent is where the thread was created */
};
enum { MOST_NODES = 1u << HAGSTONE_CALLING_CONTEXT_BITS, MOST_CALL_SITES = 1u << 26 };

struct call_site {
  uint64_t offset;
  uint32_t module;
  uint32_t flags;
};

static struct node *const nodes = (struct node *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_CONTEXTS);
static uint32_t node_count = 1; /* node 0 is none */
static struct call_site *const call_sites = (struct call_site *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_CALL_SITES);
static uint32_t call_site_count = 1;
static struct hagstone_hash_table call_site_numbers; /* module and kind, address: number */
static struct hagstone_leaf_table leaves;

const char *hagstone_start_calling_contexts(void) {
  const char *refused = hagstone_reserve_dense_shadow(HAGSTONE_SHADOW_CONTEXTS, (uint64_t)MOST_NODES * sizeof *nodes);
  if (refused) return refused;
  refused = hagstone_reserve_shadow(HAGSTONE_SHADOW_CALL_SITES, (uint64_t)MOST_CALL_SITES * sizeof *call_sites);
  return refused ? refused : hagstone_start_context_tables();
}

static hagstone_calling_context add_node(hagstone_calling_context parent, uint32_t call_site, uint32_t thread) {
  if (node_count == MOST_NODES) {
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_no_context);
    return parent;
  }
  nodes[node_count] = (struct node){parent, call_site, 0, thread, 0};
  return node_count++;
}

hagstone_calling_context hagstone_thread_root(uint32_t thread, hagstone_calling_context creator) {
  const hagstone_calling_context root = add_node(creator, 0, thread);
  if (creator && root != creator) nodes[root].is_created = 1;
  return root;
}

hagstone_calling_context hagstone_team_root(uint32_t thread, hagstone_calling_context began) {
  return add_node(began, 0, thread);
}

/* `address` and `kind` identify call sites of a module. */
static uint32_t intern(const struct call_site *site, uint64_t address, uint32_t kind) {
  uint64_t *number = hagstone_hash_add(&call_site_numbers, (uint64_t)site->module << 2 | kind, address);
  if (!number) return 0;
  if (*number) return (uint32_t)*number;
  if (call_site_count == MOST_CALL_SITES) return 0;
  call_sites[call_site_count] = *site;
  *number = call_site_count;
  return call_site_count++;
}

uint32_t hagstone_intern_call_site(uint64_t address, enum hagstone_call_kind kind) {
  const struct hagstone_loaded_module *module = hagstone_module_at(address);
  const struct call_site site = {module ? address - module->bias : address,
                                 module ? module->index : HAGSTONE_MODULE_UNKNOWN,
                                 kind == HAGSTONE_CALL ? HAGSTONE_CONTEXT_RETURN_ADDRESS : HAGSTONE_CONTEXT_SIGNAL_FRAME};
  return intern(&site, address, kind);
}

uint32_t hagstone_intern_region_site(uint32_t region) {
  const struct call_site site = {region, HAGSTONE_MODULE_REGION, 0};
  return intern(&site, region, 0);
}

uint32_t hagstone_intern_region_code(uint64_t address) {
  const struct hagstone_loaded_module *module = hagstone_module_at(address);
  const struct call_site site = {module ? address - module->bias : address,
                                 module ? module->index : HAGSTONE_MODULE_UNKNOWN, HAGSTONE_CONTEXT_REGION_CALL};
  return intern(&site, address, HAGSTONE_CALL_OF_REGION);
}

uint32_t hagstone_call_site_of(hagstone_calling_context context) { return nodes[context].call_site; }

int hagstone_called_from(hagstone_calling_context context, uint32_t *module, uint64_t *offset) {
  if (!nodes[context].call_site) return 0;
  const struct call_site *site = &call_sites[nodes[context].call_site];
  *module = site->module;
  *offset = site->flags & HAGSTONE_CONTEXT_RETURN_ADDRESS ? site->offset - 1 : site->offset;
  return 1;
}

hagstone_calling_context hagstone_root_of(hagstone_calling_context context) {
  while (nodes[context].call_site) context = nodes[context].parent;
  return context;
}

hagstone_calling_context hagstone_callee(hagstone_calling_context parent, uint32_t call_site) {
  uint32_t *child = call_site ? hagstone_context_entry(parent, call_site) : 0;
  if (!child) return parent;
  if (!*child) *child = add_node(parent, call_site, nodes[parent].thread);
  return *child;
}

uint32_t hagstone_context_record(hagstone_calling_context context) {
  /* Up to the first caller that is recorded, then back down: no recursion, chains may be very long. */
  while (context && !nodes[context].record) {
    hagstone_calling_context missing = context;
    while (nodes[missing].parent && !nodes[nodes[missing].parent].record) missing = nodes[missing].parent;
    struct node *node = &nodes[missing];
    const uint32_t parent = nodes[node->parent].record;
    if (node->call_site) {
      const struct call_site *site = &call_sites[node->call_site];
      node->record =
          hagstone_recording_add_context(&hagstone_main_recording, parent, site->module, site->flags, site->offset);
    } else {
      node->record = hagstone_recording_add_context(&hagstone_main_recording, parent, HAGSTONE_MODULE_THREAD_ROOT,
                                                    node->is_created ? HAGSTONE_CONTEXT_CREATED : 0, node->thread);
    }
    if (!node->record) return 0;
  }
  return nodes[context].record;
}

void hagstone_expect_leaf(hagstone_calling_context context, uint32_t site) {
  hagstone_expect_leaf_record(&leaves, hagstone_place_of(context, site));
}

uint32_t hagstone_leaf(hagstone_calling_context context, const struct hagstone_site *site) {
  uint32_t *record = hagstone_leaf_record(&leaves, hagstone_place_of(context, site->id));
  if (!record) return 0;
  if (!*record) {
    const uint32_t parent = hagstone_context_record(context);
    if (parent) *record = hagstone_recording_add_context(&hagstone_main_recording, parent, site->module, 0, site->offset);
  }
  return *record;
}

hagstone_calling_context hagstone_parent_context(hagstone_calling_context context) { return nodes[context].parent; }

uint32_t hagstone_thread_of(hagstone_calling_context context) { return nodes[context].thread; }

void hagstone_forget_context_records(hagstone_calling_context context) {
  const uint32_t survivor = nodes[context].thread;
  for (uint32_t i = 1; i < node_count; i++) {
    nodes[i].record = 0;
    nodes[i].thread = nodes[i].thread == survivor;
  }
  hagstone_forget_leaf_records(&leaves);
}
