// SPDX-License-Identifier: MIT
// With any bytes and positions in a ring, reading stays within bounds and ends.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>
#include <random>

#include "code/testing/own_modules.h"
#include "pmu/sample_collector.h"
#include "pmu/testing/record_builder.h"
#include "pmu/testing/sampled_code.h"

namespace hagstone {
namespace {

using namespace testing;

// A ring between two pages that cannot be read.
class FencedRing {
 public:
  FencedRing() {
    mapping_ = static_cast<uint8_t *>(mmap(nullptr, 3 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(mapping_ + size, size, PROT_READ | PROT_WRITE);
  }
  ~FencedRing() { munmap(mapping_, 3 * size); }
  uint8_t *bytes() { return mapping_ + size; }
  static constexpr uint64_t size = 4096;

 private:
  uint8_t *mapping_;
};

void read_all(SampleCollector &collector, const RingBytes &ring) {
  KnownSamples samples;
  const Registers registers = {};
  static const ModuleMapSnapshot &modules = own_modules();
  const uint64_t tail = collector.collect(ring, registers, modules, samples);
  ASSERT_EQ(tail, ring.head);
  ASSERT_LE(samples.count, KnownSamples::capacity);
  ASSERT_LE(samples.loss_count, KnownSamples::loss_capacity);
}

void damage_and_read(hagstone_engine engine, const SampleLayout &layout, const std::vector<RecordBytes> &records) {
  std::mt19937_64 random(20260301);
  FencedRing fenced;
  SampleCollector collector;
  collector.open(engine, layout, 100, {});
  collector.add_event(1, {WantedAccess::stores, true});
  for (int round = 0; round < 20'000; round++) {
    ScriptedRing ring(FencedRing::size, random());
    for (int i = 0; i < 40 && ring.write(records[random() % records.size()]); i++) {
    }
    memcpy(fenced.bytes(), ring.bytes().data(), FencedRing::size);
    for (unsigned flips = 1 + random() % 40; flips > 0; flips--)
      fenced.bytes()[random() % FencedRing::size] ^= static_cast<uint8_t>(1u << random() % 8);
    RingBytes view = ring.view();
    view.data = fenced.bytes();
    if (random() % 8 == 0) view.head += random() % (2 * FencedRing::size);
    if (random() % 64 == 0) view.head = random();
    read_all(collector, view);
  }
}

std::vector<uint64_t> registers_at(const char *instruction) {
  std::vector<uint64_t> registers(SampleRecord::register_capacity, reinterpret_cast<uint64_t>(instruction));
  return registers;
}

TEST(SampleRingDamage, KeepsReadersOfPreciseSamplesInsideTheRing) {
  SampleDescription store, load;
  store.instruction = place(hagstone_store_word);
  store.registers = registers_at(hagstone_store_word);
  store.address = store.registers[0] + 16;
  load.instruction = place(hagstone_load_byte);
  load.exact = false;
  load.address = 0x5000;
  damage_and_read(
      HAGSTONE_ENGINE_PEBS, pebs_layout,
      {sample_record(pebs_layout, store), sample_record(pebs_layout, load), lost_record(1, 3), throttle_record(1)});
}

TEST(SampleRingDamage, KeepsReadersOfInstructionBasedSamplesInsideTheRing) {
  SampleDescription store;
  IbsDescription operation;
  operation.instruction = place(hagstone_store_word);
  operation.address = 0x5000;
  operation.data_3 = ibs_access(false, true, 8);
  store.raw = ibs_raw(operation);
  damage_and_read(HAGSTONE_ENGINE_IBS, ibs_layout,
                  {sample_record(ibs_layout, store), lost_samples_record(3), unthrottle_record(1)});
}

TEST(SampleRingDamage, KeepsReadersOfNoiseInsideTheRing) {
  std::mt19937_64 random(7);
  FencedRing fenced;
  SampleCollector collector;
  collector.open(HAGSTONE_ENGINE_PEBS, pebs_layout, 100, {});
  collector.add_event(1, {WantedAccess::both, true});
  for (int round = 0; round < 20'000; round++) {
    for (uint64_t at = 0; at < FencedRing::size; at += 8) {
      const uint64_t word = random();
      memcpy(fenced.bytes() + at, &word, sizeof word);
    }
    const uint64_t tail = random();
    read_all(collector, {fenced.bytes(), FencedRing::size, tail + random() % FencedRing::size, tail});
  }
}

}  // namespace
}  // namespace hagstone
