/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "options.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

#include "command_line.h"
#include "common/raw_format.h"

struct hagstone_options hagstone_options = {.granularities = HAGSTONE_GRANULARITY_LINE,
                                            .tolerance = 10000000,
                                            .scope = HAGSTONE_SCOPE_NONE,
                                            .most_counters = 1 << 22,
                                            .follow_children = 1,
                                            .rank = -1,
                                            .recording_descriptor = -1,
                                            .spatial_threshold = 200000000,
                                            .value_roles = 1u << HAGSTONE_VALUE_LOADED,
                                            .value_table = 10,
                                            .value_back_off = 1000,
                                            .value_clearing = 1};

int hagstone_tool_wanted(uint32_t tool) { return hagstone_options.tools >> tool & 1; }

/* No tools have these numbers. */
#define COUNT 1ull
#define CONTEXTS (1ull << 63)

struct choice {
  const HChar *name;
  ULong value;
};

static const struct choice tools[] = {{"dead-stores", 1ull << HAGSTONE_TOOL_DEAD_STORES},
                                      {"silent-stores", 1ull << HAGSTONE_TOOL_SILENT_STORES},
                                      {"redundant-loads", 1ull << HAGSTONE_TOOL_REDUNDANT_LOADS},
                                      {"reuse-distance", 1ull << HAGSTONE_TOOL_REUSE_DISTANCE},
                                      {"spatial-loads", 1ull << HAGSTONE_TOOL_SPATIAL_LOADS},
                                      {"registers", 1ull << HAGSTONE_TOOL_REGISTERS},
                                      {"values", 1ull << HAGSTONE_TOOL_VALUES},
                                      {"count", COUNT},
                                      {"contexts", CONTEXTS},
                                      {0, 0}};
static const struct choice granularities[] = {
    {"byte", HAGSTONE_GRANULARITY_BYTE}, {"word", HAGSTONE_GRANULARITY_WORD}, {"line", HAGSTONE_GRANULARITY_LINE}, {0, 0}};
static const struct choice follows[] = {{"none", 0}, {"children", 1}, {0, 0}};
static const struct choice scopes[] = {
    {"none", HAGSTONE_SCOPE_NONE}, {"once", HAGSTONE_SCOPE_ONCE}, {"always", HAGSTONE_SCOPE_ALWAYS}, {0, 0}};

#define ROLE(name) (1u << HAGSTONE_VALUE_##name)
static const struct choice value_roles[] = {
    {"loads", ROLE(LOADED)},
    {"stores", ROLE(STORED)},
    {"results", ROLE(RESULT)},
    {"parameters", ROLE(PARAMETER)},
    {"operands", ROLE(OPERAND)},
    {"all", ROLE(LOADED) | ROLE(STORED) | ROLE(RESULT) | ROLE(PARAMETER) | ROLE(OPERAND)},
    {0, 0}};
static const struct choice value_profiles[] = {{"full", HAGSTONE_VALUE_PROFILE_FULL},
                                               {"rising", HAGSTONE_VALUE_PROFILE_RISING},
                                               {"bounds", HAGSTONE_VALUE_PROFILE_BOUNDS},
                                               {0, 0}};
static const struct choice back_off_kinds[] = {{"random", 0}, {"constant", 1}, {0, 0}};

/* The bits of all names in a comma list. */
static ULong chosen(const HChar *option, const HChar *list, const struct choice *choices) {
  ULong bits = 0;
  while (*list) {
    SizeT length = 0;
    while (list[length] && list[length] != ',') length++;
    const struct choice *choice = choices;
    while (choice->name && (VG_(strlen)(choice->name) != length || VG_(strncmp)(choice->name, list, length) != 0)) choice++;
    if (!choice->name) VG_(fmsg_bad_option)(option, "'%s' begins with no word that is known here\n", list);
    bits |= choice->value;
    list += length;
    if (*list) list++;
  }
  return bits;
}

Bool hagstone_process_option(const HChar *argument) {
  const HChar *text = 0;
  Long number = 0;
  Bool flag = False;
  if VG_STR_CLO (argument, "--recording", hagstone_options.recording) {
  } else if VG_BINT_CLO (argument, "--recording-fd", number, 0, 0x7fffffff) {
    hagstone_options.recording_descriptor = (int)number;
  } else if VG_STR_CLO (argument, "--argv0", hagstone_options.argument_zero) {
  } else if VG_STR_CLO (argument, "--measure", text) {
    const ULong bits = chosen(argument, text, tools);
    hagstone_options.count = bits == COUNT;
    hagstone_options.contexts = (bits & CONTEXTS) != 0;
    hagstone_options.tools = bits & ~(COUNT | CONTEXTS);
  } else if VG_STR_CLO (argument, "--granularities", text) {
    hagstone_options.granularities = (uint32_t)chosen(argument, text, granularities);
  } else if VG_BINT_CLO (argument, "--tolerance", number, 0, 1000000000)
    hagstone_options.tolerance = (uint32_t)number;
  else if VG_BINT_CLO (argument, "--window-on", number, 1, 1ll << 60)
    hagstone_options.window_on = (uint64_t)number;
  else if VG_BINT_CLO (argument, "--window-off", number, 1, 1ll << 60)
    hagstone_options.window_off = (uint64_t)number;
  else if VG_STR_CLO (argument, "--scope", text) {
    hagstone_options.scope = (enum hagstone_scope_option)chosen(argument, text, scopes);
  } else if VG_STR_CLO (argument, "--follow", text) {
    hagstone_options.follow_children = chosen(argument, text, follows) != 0;
  } else if VG_STR_CLO (argument, "--loops", hagstone_options.loops) {
  } else if VG_BINT_CLO (argument, "--spatial-threshold", number, 0, 1000000000) {
    hagstone_options.spatial_threshold = (uint32_t)number;
  } else if VG_STR_CLO (argument, "--values", text) {
    hagstone_options.value_roles = (uint32_t)chosen(argument, text, value_roles);
  } else if VG_BINT_CLO (argument, "--value-table", number, 1, 255)
    hagstone_options.value_table = (uint32_t)number;
  else if VG_STR_CLO (argument, "--value-profile", text) {
    hagstone_options.value_profile = (uint32_t)chosen(argument, text, value_profiles);
  } else if VG_STR_CLO (argument, "--value-back-off-kind", text) {
    hagstone_options.value_constant_back_off = chosen(argument, text, back_off_kinds) != 0;
  } else if VG_BINT_CLO (argument, "--value-back-off", number, 1, 1000000) {
    hagstone_options.value_back_off = (uint32_t)number;
  } else if VG_BOOL_CLO (argument, "--value-clearing", flag)
    hagstone_options.value_clearing = flag;
  else if VG_BOOL_CLO (argument, "--value-reference", flag)
    hagstone_options.value_reference = flag;
  else if VG_BINT_CLO (argument, "--most-counters", number, 1, 1ll << 60) {
    hagstone_options.most_counters = (uint64_t)number;
  } else if VG_BOOL_CLO (argument, "--process-wide", flag)
    hagstone_options.process_wide = flag;
  else if VG_BOOL_CLO (argument, "--reuse-objects", flag)
    hagstone_options.reuse_objects = flag;
  else if VG_BOOL_CLO (argument, "--generic", flag)
    hagstone_options.generic = flag;
  else if VG_BOOL_CLO (argument, "--check-code", flag)
    hagstone_options.check_code = flag;
  else if VG_STR_CLO (argument, "--keep-answers", hagstone_options.kept_answers) {
  } else if VG_STR_CLO (argument, "--repeat-answers", hagstone_options.repeated_answers) {
  } else if VG_BINT_CLO (argument, "--rank", number, -1, 0x7fffffff)
    hagstone_options.rank = (int32_t)number;
  else if VG_STR_CLO (argument, "--virtual", text) {
    if (hagstone_options.virtual_unit_count == HAGSTONE_MOST_VIRTUAL)
      VG_(fmsg_bad_option)(argument, "more than %d virtual PMUs in one run\n", HAGSTONE_MOST_VIRTUAL);
    hagstone_options.virtual_units[hagstone_options.virtual_unit_count++] = text;
  } else
    return False;
  return True;
}

void hagstone_check_options(void) {
  if (!hagstone_options.recording || hagstone_options.recording[0] != '/')
    VG_(fmsg_bad_option)("--recording", "give it the absolute path of a directory\n");
  if (!hagstone_options.tools && !hagstone_options.count && !hagstone_options.contexts &&
      !hagstone_options.virtual_unit_count)
    VG_(fmsg_bad_option)("--measure", "give it what to measure\n");
  /* Value tables have no contexts. */
  if (hagstone_options.tools == 1ull << HAGSTONE_TOOL_VALUES && !hagstone_options.contexts && !hagstone_options.window_on &&
      !hagstone_options.virtual_unit_count)
    hagstone_options.count = 1;
  if (!hagstone_options.window_on != !hagstone_options.window_off)
    VG_(fmsg_bad_option)("--window-on", "--window-on and --window-off go together\n");
}

void hagstone_print_usage(void) {
  VG_(printf)(
      "    --recording=DIR           where to write the recording (absolute)\n"
      "    --recording-fd=N --argv0=TEXT  of a program that another one executed: descriptor of DIR, and argv[0]\n"
      "    --measure=TOOL,...        dead-stores silent-stores redundant-loads reuse-distance spatial-loads\n"
      "                              registers values;\n"
      "                              contexts: executions by calling context; count: executions, nothing else\n"
      "    --granularities=G,...     of reuse distances: byte word line [line]\n"
      "    --tolerance=BILLIONTHS    relative, of floating-point comparisons [10000000]\n"
      "    --window-on=N --window-off=N   instructions measured and passed over in turn [all are measured]\n"
      "    --scope=none|once|always  scope of the redundancy of pairs; of store pairs: always only [none]\n"
      "    --loops=FILE              loops of the modules, for the scope; a relative path: in the directory of "
      "--recording\n"
      "    --most-counters=N         of superblocks in contexts; beyond, accesses are summed up by context [4194304]\n"
      "    --process-wide=yes|no     reuse distances over all threads [no]\n"
      "    --reuse-objects=yes|no    reuse distances of each data object too [no]\n"
      "    --follow=children|none    whether children of fork are recorded too [children]\n"
      "    --values=WHAT,...         loads stores results parameters operands, or all of them [loads]\n"
      "    --value-table=N           values kept for each of them [10]\n"
      "    --value-profile=full|rising|bounds   profile everything, or only while the invariance rises, or changes [full]\n"
      "    --value-back-off=THOUSANDTHS   pause of a profile at rest, as a part of the executions so far [1000]\n"
      "    --value-back-off-kind=random|constant   [random]\n"
      "    --value-clearing=yes|no   make room in the tables for values that come up late [yes]\n"
      "    --value-reference=yes|no  a full profile beside one that pauses, for comparison [no]\n"
      "    --spatial-threshold=BILLIONTHS   least share of non-unique values at marks that is recorded [200000000]\n"
      "    --virtual=SPEC            a virtual PMU, repeatable\n"
      "    --generic=yes|no          measure without inline code: slow, for comparison [no]\n"
      "    --check-code=yes|no       check all code that Valgrind translates, for tests [no]\n"
      "    --keep-answers=FILE --repeat-answers=FILE   keep what the kernel answers the program, and give it the same in "
      "another run\n"
      "    --rank=N                  of the MPI task [none]\n");
}

void hagstone_print_debug_usage(void) {}
