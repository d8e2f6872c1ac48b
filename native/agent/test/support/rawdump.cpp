// SPDX-License-Identifier: MIT
// Prints a raw recording as text, one record per line, checking every promise of raw_format.h on the way:
//   hagstone_rawdump FILE [--pairs]
// Lines are "kind key=value ...". With --pairs only the sampler tests' data: the pairs with the leaf function of each
// side as "module+offset", statistics and header. Exit status 1 and a line on stderr if the file violates the format.
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/raw_format.h"

namespace {

[[noreturn]] void broken(const char *what) {
  fprintf(stderr, "broken: %s\n", what);
  exit(1);
}

struct Recording {
  const char *bytes;
  size_t size;
  const hagstone_header &header() const { return *reinterpret_cast<const hagstone_header *>(bytes); }
};

Recording map_recording(const char *path) {
  int file = open(path, O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) broken("file cannot be opened");
  auto size = static_cast<size_t>(status.st_size);
  if (size < HAGSTONE_HEADER_SIZE) broken("shorter than a header");
  void *bytes = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (bytes == MAP_FAILED) broken("file cannot be mapped");
  close(file);
  return {static_cast<const char *>(bytes), size};
}

using ContextKey = std::pair<uint32_t, uint32_t>;  // writer, id
std::map<ContextKey, hagstone_context> contexts;
std::map<uint32_t, std::string> modules;
std::vector<std::pair<uint32_t, hagstone_pair>> pairs;
std::vector<std::pair<uint32_t, hagstone_shared_pair>> shared_pairs;
std::vector<uint64_t> statistics(HAGSTONE_STATISTIC_COUNT);
bool all_records = true;

std::string place(uint32_t writer, uint32_t id) {
  auto found = contexts.find({writer, id});
  if (found == contexts.end()) broken("pair of an unknown context");
  const hagstone_context &context = found->second;
  char text[64];
  snprintf(text, sizeof text, "+0x%" PRIx64 "%s", context.offset, context.flags & HAGSTONE_CONTEXT_AFTER ? "?" : "");
  auto module = modules.find(context.module);
  return (module == modules.end() ? std::string("unknown") : module->second) + text;
}

void print_context(uint32_t writer, const hagstone_context &context) {
  if (context.parent && !contexts.count({writer, context.parent})) broken("context before its parent");
  if (!context.parent && context.module != HAGSTONE_MODULE_THREAD_ROOT) broken("root that is no thread");
  contexts[{writer, context.id}] = context;
  if (all_records)
    printf("context writer=%u id=%u parent=%u module=%u flags=%u offset=0x%" PRIx64 "\n", writer, context.id,
           context.parent, context.module, context.flags, context.offset);
}

void print_module(const char *payload, uint32_t length) {
  hagstone_module module;
  memcpy(&module, payload, sizeof module);
  if (sizeof module + module.build_id_length + module.path_length > length) broken("module longer than its record");
  std::string path(payload + sizeof module + module.build_id_length, module.path_length);
  modules[module.index] = path.substr(path.rfind('/') + 1);
  if (all_records) printf("module index=%u bias=0x%" PRIx64 " path=%s\n", module.index, module.bias, path.c_str());
}

template <typename T>
T payload_as(const char *payload, uint32_t length) {
  T value;
  if (length < sizeof value) broken("record shorter than its type");
  memcpy(&value, payload, sizeof value);
  return value;
}

void print_record(uint32_t writer, uint32_t type, const char *payload, uint32_t length) {
  switch (type) {
    case HAGSTONE_RECORD_MODULE: return print_module(payload, length);
    case HAGSTONE_RECORD_MODULE_UNLOAD: {
      auto unload = payload_as<hagstone_module_unload>(payload, length);
      if (all_records) printf("unload index=%u\n", unload.index);
      return;
    }
    case HAGSTONE_RECORD_THREAD: {
      auto thread = payload_as<hagstone_thread>(payload, length);
      printf("thread index=%u id=%u name=%.16s\n", thread.index, thread.thread_id, thread.name);
      return;
    }
    case HAGSTONE_RECORD_THREAD_END: {
      auto end = payload_as<hagstone_thread_end>(payload, length);
      printf("thread_end index=%u cpu=%" PRIu64 "\n", end.index, end.cpu_time);
      return;
    }
    case HAGSTONE_RECORD_CONTEXT: return print_context(writer, payload_as<hagstone_context>(payload, length));
    case HAGSTONE_RECORD_TRAP: {
      auto trap = payload_as<hagstone_trap>(payload, length);
      if (all_records) printf("trap writer=%u pair=%u credit=%.3f\n", writer, trap.pair, static_cast<double>(trap.credit));
      return;
    }
    case HAGSTONE_RECORD_REUSE: {
      auto reuse = payload_as<hagstone_reuse>(payload, length);
      printf("reuse writer=%u pair=%u distance=%" PRIu64 " credit=%.3f\n", writer, reuse.pair, reuse.distance,
             static_cast<double>(reuse.credit));
      return;
    }
    case HAGSTONE_RECORD_CENSORED: {
      auto censored = payload_as<hagstone_censored>(payload, length);
      printf("censored writer=%u context=%u distance=%" PRIu64 " flags=%u\n", writer, censored.context, censored.distance,
             censored.flags);
      return;
    }
    case HAGSTONE_RECORD_SHARED_PAIR:
      shared_pairs.emplace_back(writer, payload_as<hagstone_shared_pair>(payload, length));
      return;
    case HAGSTONE_RECORD_PAIR: pairs.emplace_back(writer, payload_as<hagstone_pair>(payload, length)); return;
    case HAGSTONE_RECORD_WATCH_CONTEXT: {
      auto watch = payload_as<hagstone_watch_context>(payload, length);
      if (all_records)
        printf("watch writer=%u tool=%u context=%u sampled=%" PRIu64 " accounted=%.3f armed=%" PRIu64
               " weighed_waste=%.3f weighed_use=%.3f weighed_ended=%.3f\n",
               writer, watch.tool, watch.context, watch.sampled, watch.accounted, watch.armed, watch.weighed_waste,
               watch.weighed_use, watch.weighed_ended);
      return;
    }
    case HAGSTONE_RECORD_INTERRUPTED_CONTEXT: {
      auto interrupted = payload_as<hagstone_interrupted_context>(payload, length);
      if (all_records)
        printf("interrupted writer=%u context=%u interrupts=%" PRIu64 "\n", writer, interrupted.context,
               interrupted.interrupts);
      return;
    }
    case HAGSTONE_RECORD_TRACE: {
      auto trace = payload_as<hagstone_trace>(payload, length);
      if (sizeof trace + trace.count * sizeof(hagstone_trace_sample) > length) broken("trace longer than its record");
      printf("trace writer=%u samples=%u\n", writer, trace.count);
      return;
    }
    case HAGSTONE_RECORD_STATISTICS:
      for (uint32_t i = 0; i < HAGSTONE_STATISTIC_COUNT && (i + 1) * 8 <= length; i++) {
        uint64_t value;
        memcpy(&value, payload + i * 8, 8);
        statistics[i] += value;
      }
      return;
    default: printf("unknown type=%u\n", type);
  }
}

void print_extent(const Recording &recording, uint32_t number,
                  std::map<std::pair<uint32_t, uint32_t>, uint32_t> &ordinals) {
  const char *bytes = recording.bytes + HAGSTONE_HEADER_SIZE + uint64_t{number} * HAGSTONE_EXTENT_SIZE;
  const auto &extent = *reinterpret_cast<const hagstone_extent *>(bytes);
  if (extent.magic != HAGSTONE_EXTENT_MAGIC) broken("extent without its magic");
  if (extent.used > HAGSTONE_EXTENT_SIZE || extent.used < HAGSTONE_EXTENT_HEADER_SIZE) broken("extent's use out of range");
  if (ordinals[{extent.writer, extent.kind}]++ != extent.ordinal) broken("extent out of order");
  for (uint64_t at = HAGSTONE_EXTENT_HEADER_SIZE; at < extent.used;) {
    const auto &record = *reinterpret_cast<const hagstone_record *>(bytes + at);
    uint32_t type = record.type_and_length & 0xff, length = record.type_and_length >> 8;
    uint64_t padded = (uint64_t{length} + 7) & ~uint64_t{7};
    if (at + sizeof record + padded > extent.used) broken("record beyond its extent");
    const char *payload = bytes + at + sizeof record;
    if (extent.kind == HAGSTONE_EXTENT_LOG && hagstone_checksum(payload, length) != record.check)
      broken("checksum of a log record");
    print_record(extent.writer, type, payload, length);
    at += sizeof record + padded;
  }
}

const char *relation_name(uint8_t relation) {
  switch (relation) {
    case HAGSTONE_RELATION_KILLED_BY: return "KILLED_BY";
    case HAGSTONE_RELATION_USED_BY: return "USED_BY";
    case HAGSTONE_RELATION_REDUNDANT_WITH: return "REDUNDANT_WITH";
    case HAGSTONE_RELATION_CHANGED_BY: return "CHANGED_BY";
    case HAGSTONE_RELATION_REUSED_BY: return "REUSED_BY";
    case HAGSTONE_RELATION_SHARED_WITH: return "SHARED_WITH";
    default: broken("pair of an unknown relation");
  }
}

void print_pair(const char *kind, uint32_t watch_writer, uint32_t writer, const hagstone_pair &pair) {
  printf("%s writer=%u id=%u tool=%u relation=%s flags=%u watch=%s trap=%s watch_context=%u trap_context=%u traps=%" PRIu64
         " credit=%.3f bytes=%" PRIu64,
         kind, writer, pair.id, pair.tool, relation_name(pair.relation), pair.flags,
         place(watch_writer, pair.watch).c_str(), place(writer, pair.trap).c_str(), pair.watch, pair.trap, pair.traps,
         pair.credit, pair.bytes);
}

const char *const statistic_names[] = {
#define HAGSTONE_X(name, description) #name,
    HAGSTONE_STATISTICS(HAGSTONE_X)
#undef HAGSTONE_X
};

}  // namespace

int main(int count, char **arguments) {
  if (count < 2) {
    fprintf(stderr, "usage: hagstone_rawdump FILE [--pairs]\n");
    return 2;
  }
  all_records = count < 3 || strcmp(arguments[2], "--pairs") != 0;
  Recording recording = map_recording(arguments[1]);
  const hagstone_header &header = recording.header();
  if (header.magic != HAGSTONE_RAW_MAGIC) broken("not a recording");
  if (header.version > HAGSTONE_RAW_VERSION) broken("of a newer version");
  if (HAGSTONE_HEADER_SIZE + uint64_t{header.extent_count} * HAGSTONE_EXTENT_SIZE > recording.size)
    broken("shorter than its extents");
  printf("header state=%u failure=%u process=%u transport=%u registers=%u watch=%u period=%" PRIu64 " seed=%" PRIu64
         " tools=%" PRIu64 " tolerance=%u engine=%u driver=%u load_event=%" PRIx64 " store_event=%" PRIx64
         " distance_unit=%u extents=%u executable=%s\n",
         header.state, header.failure, header.process_id, header.transport, header.registers_found, header.watch_registers,
         header.period, header.seed, header.tools, header.tolerance, header.engine, header.driver, header.load_event,
         header.store_event, header.distance_unit, header.extent_count, header.executable);
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> ordinals;
  for (uint32_t i = 0; i < header.extent_count; i++) print_extent(recording, i, ordinals);
  for (const auto &[writer, pair] : pairs) {
    print_pair("pair", writer, writer, pair);
    printf("\n");
  }
  for (const auto &[writer, shared] : shared_pairs) {
    print_pair("shared_pair", shared.watch_writer, writer, shared.pair);
    auto module = modules.find(shared.line_module);
    printf(" watch_writer=%u line=%s+0x%" PRIx64 " watch_stores=%u trap_stores=%u\n", shared.watch_writer,
           module == modules.end() ? "unknown" : module->second.c_str(), shared.line_offset, shared.watch_stores,
           shared.trap_stores);
  }
  for (uint32_t i = 0; i < HAGSTONE_STATISTIC_COUNT; i++)
    printf("statistic %s=%" PRIu64 "\n", statistic_names[i], statistics[i]);
  return 0;
}
