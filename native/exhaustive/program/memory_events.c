/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory_events.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "exhaustive/engine_state.h"
#include "exhaustive/measurements.h"
#include "process.h"
#include "threads/program_threads.h"
#include "exhaustive/recording/elf_image.h"
#include "exhaustive/recording/kernel.h"
#include "exhaustive/recording/modules.h"
#include "exhaustive/shadow.h"

/* Valgrind's: the program has a mapping there. Not among the headers for tools. */
extern Bool VG_(am_notify_client_mmap)(Addr address, SizeT bytes, UInt protection, UInt flags, Int file, Off64T offset);

static hagstone_calling_context mapping_context(void) {
  const ThreadId running = VG_(get_running_tid)();
  return running == VG_INVALID_THREADID ? 0 : hagstone_context_of_thread(running);
}

static void ends(Addr address, SizeT bytes) { hagstone_announce_memory_ends(address, bytes, HAGSTONE_MEMORY_UNMAPPED); }

static enum hagstone_memory_begin mapped_by(void) {
  const ThreadId running = VG_(get_running_tid)();
  return running != VG_INVALID_THREADID && hagstone_thread_numbered(running)->system_call == __NR_mremap
             ? HAGSTONE_MEMORY_GROWN
             : HAGSTONE_MEMORY_MAPPED;
}

enum { EXIT_CANNOT_MEASURE = 125 };

static void require_below_end(Addr address, SizeT bytes) {
  if (address + bytes <= HAGSTONE_PROGRAM_END) return;
  VG_(fmsg)(
      "the program maps memory at the fixed address 0x%lx; accesses are followed below 0x%llx only: use a sampling "
      "engine\n",
      address, HAGSTONE_PROGRAM_END);
  hagstone_finish_recording();
  VG_(exit)(EXIT_CANNOT_MEASURE);
}

void hagstone_keep_program_below_its_end(void) {
  enum { PAGE = 4096 };
  const Addr end = 0x800000000000ull - PAGE;
  for (Addr address = HAGSTONE_PROGRAM_END; address < end;) {
    const NSegment *const segment = VG_(am_find_nsegment)(address);
    const Addr next = segment && segment->end < end ? segment->end + 1 : end;
    if (!segment || segment->kind == SkFree || segment->kind == SkResvn)
      VG_(am_notify_client_mmap)(address, next - address, VKI_PROT_NONE, VKI_MAP_PRIVATE | VKI_MAP_ANONYMOUS, -1, 0);
    address = next;
  }
}

/* Also if it replaces another mapping, which ends without an event. */
static void mapped(Addr address, SizeT bytes, Bool readable, Bool writable, Bool executable, ULong debug_info) {
  require_below_end(address, bytes);
  hagstone_modules_unmapped(address, bytes);
  ends(address, bytes);
  hagstone_announce_memory_begins(address, bytes, mapped_by(), mapping_context());
}

static void unmapped(Addr address, SizeT bytes) {
  hagstone_modules_unmapped(address, bytes);
  ends(address, bytes);
}

static void moved(Addr from, Addr to, SizeT bytes) {
  require_below_end(to, bytes);
  hagstone_announce_memory_moves(from, to, bytes);
}

/* Shared memory keeps its content, unlike private memory. */
static Bool is_emptied(Addr address, UWord advice) {
  enum { DONT_NEED = 4, FREE = 8, REMOVE = 9, DONT_NEED_LOCKED = 24 };
  switch (advice) {
    case FREE:
    case REMOVE: return True;
    case DONT_NEED:
    case DONT_NEED_LOCKED: {
      const NSegment *const segment = VG_(am_find_nsegment)(address);
      return segment && segment->kind == SkAnonC && !hagstone_kernel_is_resident(address);
    }
    default: return False;
  }
}

void hagstone_memory_advised(Addr address, SizeT bytes, UWord advice) {
  if (bytes && is_emptied(address, advice))
    hagstone_announce_memory_ends(address, VG_PGROUNDUP(bytes), HAGSTONE_MEMORY_EMPTIED);
}

void hagstone_track_memory(void) {
  VG_(track_new_mem_mmap)(mapped);
  VG_(track_copy_mem_remap)(moved);
  VG_(track_die_mem_munmap)(unmapped);
  VG_(track_die_mem_brk)(ends);
}

/* In a small file, every segment's mapping begins with the first page, which has the header. */
static Bool is_header_of(const NSegment *segment, Addr code) {
  struct hagstone_elf_image image;
  return hagstone_read_elf_image(segment->start, segment->end + 1 - segment->start, &image) && code >= image.code_start &&
         code < image.code_end;
}

/* Where the file whose code is mapped at `address` is mapped from its beginning on, nearest below. */
static const NSegment *segment_of_header(const NSegment *code, Addr address) {
  enum { MOST = 16384 };
  static Addr starts[MOST];
  const NSegment *header = 0, *nearest = 0;
  const Int count = VG_(am_get_segment_starts)(SkFileC, starts, MOST);
  for (Int i = 0; i < count && starts[i] <= code->start; i++) {
    const NSegment *segment = VG_(am_find_nsegment)(starts[i]);
    if (!segment || segment->offset != 0 || segment->dev != code->dev || segment->ino != code->ino || !segment->hasR)
      continue;
    nearest = segment;
    if (is_header_of(segment, address)) header = segment;
  }
  /* Code may lie in a segment that the program made executable itself. */
  return header ? header : nearest;
}

void hagstone_note_module(Addr address) {
  if (hagstone_module_at(address)) return;
  const NSegment *code = VG_(am_find_nsegment)(address);
  if (!code || code->kind != SkFileC) return;
  const NSegment *header = segment_of_header(code, address);
  if (!header) return;
  const HChar *path = VG_(am_get_filename)(header);
  if (path) hagstone_module_add(header->start, header->end + 1 - header->start, path);
}
