// SPDX-License-Identifier: MIT
// Readers on other threads while modules come and go: with ThreadSanitizer too (sanitizers.cmake).
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "module_map.h"

namespace hagstone {
namespace {

TEST(ModuleMapThreads, SeeWholeSnapshotsWhileModulesComeAndGo) {
  const ModuleMapListener listener = {nullptr, [](void *, const Module &) {}, [](void *, const Module &) {}};
  ModuleMap map;
  ASSERT_TRUE(map.refresh(listener));
  std::atomic<bool> ended{false};
  std::atomic<unsigned> wrong{0};
  std::atomic<uint64_t> looked_up{0};
  std::vector<std::thread> readers;
  for (unsigned i = 0; i < 2; i++)
    readers.emplace_back([&] {
      while (!ended) {
        const ModuleMapSnapshot &modules = *map.snapshot();
        for (size_t each = 0; each < modules.size(); each++) {
          const Module &module = modules[each];
          if (modules.find(module.start) != &module || (each > 0 && modules[each - 1].end > module.start)) wrong++;
          // For a module that is unloaded meanwhile, the copied table is read.
          if (module.frames.entry_count == 0) continue;
          const uint64_t function = module.frames.base + static_cast<uint64_t>(int64_t{module.frames.entries[0].function});
          AddressRange bounds;
          if (modules.function_bounds(function, bounds) && bounds.start != function) wrong++;
          looked_up++;
        }
      }
    });
  for (unsigned round = 0; round < 100 || looked_up < 1000; round++) {
    void *library = dlopen(HAGSTONE_TEST_MODULE, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    EXPECT_TRUE(map.refresh(listener));
    dlclose(library);
    EXPECT_TRUE(map.refresh(listener));
  }
  ended = true;
  for (std::thread &reader : readers) reader.join();
  map.release_old();
  EXPECT_EQ(wrong, 0u);
}

}  // namespace
}  // namespace hagstone
