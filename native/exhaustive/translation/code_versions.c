/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "code_versions.h"

#include "pub_tool_options.h"

#include "exhaustive/engine_state.h"

/* Addresses of the program lie below 2^47. */
#define PASSED_OVER (1ull << 62)

/* Valgrind's cache of translations, which its dispatcher looks returns and indirect jumps up in by address. Not
 * among the headers for tools, like the functions below. */
enum { SETS = 1 << 13, WAYS = 4 };
struct way {
  Addr address;
  Addr code;
};
struct set {
  struct way ways[WAYS];
};
extern struct set VG_(tt_fast)[SETS];
#define NO_ADDRESS 1

static struct set *set_of(Addr address) { return &VG_(tt_fast)[(address ^ address >> 13) % SETS]; }

/* The way used last is the first. */
static void put_into_cache(Addr address, Addr code) {
  struct way *ways = set_of(address)->ways;
  for (UInt i = WAYS - 1; i > 0; i--) ways[i] = ways[i - 1];
  ways[0] = (struct way){address, code};
}

/* How far the code of mapped files is kept up to date, which Valgrind looks at for each translation; for other code
 * (made at run time) it looks only once. */
static VexRegisterUpdates inside, outside;

static VexRegisterUpdates larger(VexRegisterUpdates one, VexRegisterUpdates other) { return one < other ? other : one; }

void hagstone_start_code_versions(VexRegisterUpdates least) {
  VexRegisterUpdates *of_all = &VG_(clo_vex_control).iropt_register_updates_default;
  outside = VG_(clo_px_file_backed) == VexRegUpd_INVALID ? *of_all : VG_(clo_px_file_backed);
  inside = VG_(clo_px_file_backed) = larger(outside, least);
  *of_all = larger(*of_all, least);
}

void hagstone_change_version(void) {
  VG_(clo_px_file_backed) = hagstone_engine.measuring ? inside : outside;
  for (UInt i = 0; i < SETS; i++)
    for (UInt j = 0; j < WAYS; j++) VG_(tt_fast)[i].ways[j].address = NO_ADDRESS;
}

static Addr key_of(Addr address) { return hagstone_engine.measuring ? address : address | PASSED_OVER; }

Bool __real_vgPlain_search_transtab(Addr *code, UShort *sector, UShort *entry, Addr address, Bool cache);
Bool __wrap_vgPlain_search_transtab(Addr *code, UShort *sector, UShort *entry, Addr address, Bool cache);

Bool __wrap_vgPlain_search_transtab(Addr *code, UShort *sector, UShort *entry, Addr address, Bool cache) {
  if (hagstone_engine.measuring) return __real_vgPlain_search_transtab(code, sector, entry, address, cache);
  Addr found;
  if (!__real_vgPlain_search_transtab(&found, sector, entry, key_of(address), False)) return False;
  if (code) *code = found;
  if (cache) put_into_cache(address, found);
  return True;
}

void __real_vgPlain_add_to_transtab(const VexGuestExtents *extents, Addr address, Addr code, UInt bytes, Bool self_checking,
                                    Int profile_offset, UInt instructions);
void __wrap_vgPlain_add_to_transtab(const VexGuestExtents *extents, Addr address, Addr code, UInt bytes, Bool self_checking,
                                    Int profile_offset, UInt instructions);

void __wrap_vgPlain_add_to_transtab(const VexGuestExtents *extents, Addr address, Addr code, UInt bytes, Bool self_checking,
                                    Int profile_offset, UInt instructions) {
  __real_vgPlain_add_to_transtab(extents, key_of(address), code, bytes, self_checking, profile_offset, instructions);
}

/* Translations of functions that are redirected elsewhere, for their wrappers. */
Bool __real_vgPlain_search_unredir_transtab(Addr *code, Addr address);
Bool __wrap_vgPlain_search_unredir_transtab(Addr *code, Addr address);

Bool __wrap_vgPlain_search_unredir_transtab(Addr *code, Addr address) {
  return __real_vgPlain_search_unredir_transtab(code, key_of(address));
}

void __real_vgPlain_add_to_unredir_transtab(const VexGuestExtents *extents, Addr address, Addr code, UInt bytes);
void __wrap_vgPlain_add_to_unredir_transtab(const VexGuestExtents *extents, Addr address, Addr code, UInt bytes);

void __wrap_vgPlain_add_to_unredir_transtab(const VexGuestExtents *extents, Addr address, Addr code, UInt bytes) {
  __real_vgPlain_add_to_unredir_transtab(extents, key_of(address), code, bytes);
}
