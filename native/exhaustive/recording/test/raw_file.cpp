// SPDX-License-Identifier: GPL-2.0-or-later
#include "raw_file.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

namespace hagstone::exhaustive::testing {

namespace {

void demand(bool kept, const char *promise) {
  if (!kept) throw std::runtime_error(promise);
}

std::vector<char> contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  demand(file.good(), "the file can be opened");
  std::vector<char> bytes(std::filesystem::file_size(path));
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  demand(static_cast<size_t>(file.gcount()) == bytes.size(), "the file can be read");
  return bytes;
}

template <typename T>
T at(const std::vector<char> &bytes, uint64_t offset) {
  demand(offset + sizeof(T) <= bytes.size(), "the file is as long as it says");
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

RawRecord record_at(const std::vector<char> &bytes, uint64_t offset, const hagstone_extent &extent) {
  const auto head = at<hagstone_record>(bytes, offset);
  RawRecord record = {extent.writer, extent.kind, head.type_and_length & 0xff, {}, head.type_and_length >> 8};
  demand(record.length > 0, "no record is empty");
  record.words.resize((record.length + 7) / 8);
  const uint64_t payload = offset + sizeof head;
  demand(payload + record.words.size() * 8 <= bytes.size(), "the file is as long as its records");
  std::memcpy(record.words.data(), bytes.data() + payload, record.words.size() * 8);
  for (uint64_t i = record.length; i < record.words.size() * 8; i++)
    demand(bytes[payload + i] == 0, "payloads are padded with zeros");
  if (extent.kind == HAGSTONE_EXTENT_LOG)
    demand(head.check == hagstone_checksum(record.words.data(), record.length), "log records match their checksum");
  else
    demand(head.check % 2 == 0, "no counter is half updated");
  return record;
}

// Records of one extent in order.
void read_extent(const std::vector<char> &bytes, uint64_t start, const hagstone_extent &extent, RawFile &file) {
  demand(extent.used >= HAGSTONE_EXTENT_HEADER_SIZE && extent.used <= HAGSTONE_EXTENT_SIZE,
         "an extent's fill level lies in it");
  for (uint64_t offset = HAGSTONE_EXTENT_HEADER_SIZE; offset < extent.used;) {
    file.records.push_back(record_at(bytes, start + offset, extent));
    offset += sizeof(hagstone_record) + file.records.back().words.size() * 8;
    demand(offset <= extent.used, "records end within their extent");
  }
}

// Adds the counts kept beside pairs to their records.
void add_pair_counts(RawFile &file) {
  std::vector<RawRecord *> pairs;
  for (RawRecord &record : file.records)
    if (record.type == HAGSTONE_RECORD_EXACT_PAIR) pairs.push_back(&record);
  for (const RawRecord *record : file.of(HAGSTONE_RECORD_PAIR_COUNTS)) {
    const auto &counts = record->as<hagstone_pair_counts>();
    for (uint32_t i = 0; i < HAGSTONE_PAIRS_COUNTED_TOGETHER; i++) {
      const hagstone_pair_count &count = counts.counts[i];
      if (!count.instances && !count.bytes) continue;
      demand(counts.first - 1 + i < pairs.size(), "a pair is there before it is counted");
      auto &pair = *reinterpret_cast<hagstone_exact_pair *>(pairs[counts.first - 1 + i]->words.data());
      pair.instances += count.instances;
      pair.bytes += count.bytes;
    }
  }
}

// Contexts come after their parents, and ids count up from 1 for each kind of record that has one.
void check_identities(const RawFile &file) {
  std::set<uint32_t> contexts;
  for (const auto &context : file.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT)) {
    demand(context.id == contexts.size() + 1, "contexts count up from 1");
    demand(context.parent < context.id, "a context comes after its parent");
    contexts.insert(context.id);
  }
  uint32_t pairs = 0;
  for (const auto &pair : file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
    demand(pair.id == ++pairs, "pairs count up from 1");
    demand(contexts.count(pair.watch) && contexts.count(pair.trap), "a pair's contexts are there");
  }
  uint32_t blocks = 0;
  for (const auto &block : file.all<hagstone_block>(HAGSTONE_RECORD_BLOCK))
    demand(block.id == ++blocks, "blocks count up from 1");
  for (const auto &count : file.all<hagstone_block_count>(HAGSTONE_RECORD_BLOCK_COUNT)) {
    demand(count.block >= 1 && count.block <= blocks, "a count's block is there");
    demand(count.context == 0 || contexts.count(count.context), "a count's context is there");
  }
}

}  // namespace

std::vector<const RawRecord *> RawFile::of(uint32_t type) const {
  std::vector<const RawRecord *> found;
  for (const RawRecord &record : records)
    if (record.type == type) found.push_back(&record);
  return found;
}

RawFile read_raw_file(const std::string &path) {
  const std::vector<char> bytes = contents(path);
  RawFile file = {at<hagstone_header>(bytes, 0), bytes.size(), {}};
  demand(file.header.magic == HAGSTONE_RAW_MAGIC && file.header.version == HAGSTONE_RAW_VERSION, "it is a recording");
  demand(file.header.header_size == HAGSTONE_HEADER_SIZE && file.header.extent_size == HAGSTONE_EXTENT_SIZE,
         "sizes are those of this version");
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> ordinals;
  std::map<uint32_t, bool> has_statistics;
  for (uint32_t i = 0; i < file.header.extent_count; i++) {
    const uint64_t start = HAGSTONE_HEADER_SIZE + uint64_t{i} * HAGSTONE_EXTENT_SIZE;
    const auto extent = at<hagstone_extent>(bytes, start);
    demand(extent.magic == HAGSTONE_EXTENT_MAGIC, "counted extents are complete");
    demand(extent.kind == HAGSTONE_EXTENT_LOG || extent.kind == HAGSTONE_EXTENT_COUNTERS, "an extent is of a known kind");
    demand(extent.ordinal == ordinals[{extent.writer, extent.kind}]++, "ordinals ascend without gaps");
    const size_t first = file.records.size();
    read_extent(bytes, start, extent, file);
    if (extent.kind == HAGSTONE_EXTENT_COUNTERS && extent.ordinal == 0 && file.records.size() > first)
      demand(file.records[first].type == HAGSTONE_RECORD_STATISTICS, "statistics are a writer's first counters");
  }
  check_identities(file);
  add_pair_counts(file);
  return file;
}

std::vector<std::string> raw_files_in(const std::string &directory) {
  std::vector<std::string> paths;
  for (const auto &entry : std::filesystem::directory_iterator(directory))
    if (entry.path().extension() == HAGSTONE_RAW_SUFFIX) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace hagstone::exhaustive::testing
