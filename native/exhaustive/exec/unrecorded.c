/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unrecorded.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"

#include "recording/kernel.h"
#include "recording/unrecorded_notes.h"

static struct hagstone_notes *notes; /* null: none */

/* Every user may write to the file: the process that has something to note may be another one's by then. */
void hagstone_open_notes(void) {
  const Int file = hagstone_kernel_open_or_create_for_all("./" HAGSTONE_NOTES_NAME);
  if (file < 0) return;
  if (hagstone_kernel_allocate(file, 0, HAGSTONE_NOTES_BYTES) == 0)
    notes = hagstone_kernel_map_inherited(file, HAGSTONE_NOTES_BYTES);
  hagstone_kernel_close(file);
}

static void make_one_line(HChar *text) {
  for (; *text; text++)
    if ((UChar)*text < ' ') *text = '?';
}

void hagstone_note_unrecorded(const HChar *program, const HChar *why) {
  HChar path[HAGSTONE_LONGEST_NOTE / 2], note[HAGSTONE_LONGEST_NOTE];
  if (!notes) return;
  VG_(strncpy)(path, program, sizeof path - 1);
  path[sizeof path - 1] = 0;
  make_one_line(path);
  const UInt length = VG_(snprintf)(note, sizeof note, "%d\t%s\t%s\n", VG_(getpid)(), path, why);
  const uint64_t place = __atomic_fetch_add(&notes->used, length, __ATOMIC_RELAXED);
  if (place + length <= sizeof notes->text) VG_(memcpy)(notes->text + place, note, length);
}
