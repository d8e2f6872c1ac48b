// SPDX-License-Identifier: GPL-2.0-or-later
#include "virtual_run.h"

#include <stdexcept>

#include "exhaustive/options.h"

namespace hagstone::exhaustive::testing {

VirtualRun::VirtualRun(const std::vector<std::string> &specifications) {
  hagstone_options.virtual_unit_count = 0;
  for (const std::string &each : specifications)
    hagstone_options.virtual_units[hagstone_options.virtual_unit_count++] = each.c_str();
  if (const char *wrong = hagstone_virtual_measurement.start()) throw std::invalid_argument(wrong);
  const hagstone_header header = {};
  if (hagstone_create_virtual_recordings(&header, 0) != 0) throw std::runtime_error("no recordings");
}

VirtualRun::~VirtualRun() {
  hagstone_virtual_measurement.after_fork();
  forget_recordings();
}

// The instruction is the place's, whichever of its accesses this is.
const hagstone_site &VirtualRun::site(const SiteKey &key) {
  const hagstone_site *&found = sites_[key];
  if (!found)
    found = &engine_.add_site(static_cast<hagstone_access_kind>(key.kind), key.bytes, key.element,
                              0x1000 + static_cast<uint64_t>(key.place));
  return *found;
}

void VirtualRun::access(const SiteKey &key, uint64_t address, uint32_t thread) {
  auto [root, added] = roots_.try_emplace(thread, 0);
  if (added) root->second = engine_.add_context(0, thread);
  hagstone_access access = {};
  access.site = &site(key);
  access.address = address;
  access.bytes = key.bytes;
  access.context = root->second;
  access.thread = thread;
  place_of_leaf_[engine_.leaf(access.context, access.site->id)] = key.place;
  hagstone_virtual_measurement.access(&access);
}

void VirtualRun::load(int place, uint64_t address, uint32_t bytes, uint32_t thread, uint8_t element) {
  access({place, HAGSTONE_LOAD, element, bytes}, address, thread);
}

void VirtualRun::stored(int place, uint64_t address, uint32_t bytes, uint32_t thread, uint8_t element) {
  access({place, HAGSTONE_STORE, element, bytes}, address, thread);
}

void VirtualRun::modified(int place, uint64_t address, uint32_t bytes) {
  load(place, address, bytes);
  stored(place, address, bytes);
}

void VirtualRun::system_call(hagstone_access_kind kind, uint64_t address, uint32_t bytes) {
  hagstone_site site = {};
  site.module = HAGSTONE_MODULE_SYSTEM_CALL;
  site.id = 1u << 20;
  site.kind = static_cast<uint8_t>(kind);
  hagstone_access access = {};
  access.site = &site;
  access.address = address;
  access.bytes = bytes;
  access.context = roots_.contains(1) ? roots_[1] : roots_[1] = engine_.add_context(0, 1);
  access.thread = 1;
  hagstone_virtual_measurement.kernel_access(&access);
}

std::vector<hagstone_pair> VirtualRun::pairs(size_t pmu) const {
  std::vector<hagstone_pair> found;
  for (const auto &counter : recording(pmu).counters)
    if (counter.type == HAGSTONE_RECORD_PAIR) found.push_back(counter.as<hagstone_pair>());
  return found;
}

std::vector<hagstone_watch_context> VirtualRun::contexts(size_t pmu) const {
  std::vector<hagstone_watch_context> found;
  for (const auto &counter : recording(pmu).counters)
    if (counter.type == HAGSTONE_RECORD_WATCH_CONTEXT) found.push_back(counter.as<hagstone_watch_context>());
  return found;
}

std::map<VirtualRun::Pair, double> VirtualRun::shares(size_t pmu) const {
  std::map<Pair, double> shares;
  double total = 0;
  for (const hagstone_pair &pair : pairs(pmu)) total += pair.credit;
  for (const hagstone_pair &pair : pairs(pmu))
    shares[{place_of_leaf_.at(pair.watch), place_of_leaf_.at(pair.trap)}] += pair.credit / total;
  return shares;
}

double VirtualRun::share_of(hagstone_relation relation, size_t pmu) const {
  double total = 0, share = 0;
  for (const hagstone_pair &pair : pairs(pmu)) {
    total += pair.credit;
    if (pair.relation == relation) share += pair.credit;
  }
  return total > 0 ? share / total : 0;
}

}  // namespace hagstone::exhaustive::testing
