// SPDX-License-Identifier: MIT
#include "module_map.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "unwind/tables/frame_section.h"
#include "unwind/testing/capture.h"

namespace hagstone {
namespace {

struct Events {
  std::vector<std::string> loaded;
  std::vector<std::string> unloaded;
  std::vector<uint32_t> loaded_indexes;
};

ModuleMapListener listen(Events &events) {
  return {&events,
          [](void *context, const Module &module) {
            static_cast<Events *>(context)->loaded.push_back(module.path);
            static_cast<Events *>(context)->loaded_indexes.push_back(module.index);
          },
          [](void *context, const Module &module) { static_cast<Events *>(context)->unloaded.push_back(module.path); }};
}

struct Unloader {
  void operator()(void *handle) const { dlclose(handle); }
};
using Library = std::unique_ptr<void, Unloader>;

Library load(const char *path) {
  Library library(dlopen(path, RTLD_NOW | RTLD_LOCAL));
  EXPECT_TRUE(library) << dlerror();
  return library;
}

const Module *module_of(const ModuleMapSnapshot &modules, const std::string &path) {
  for (size_t i = 0; i < modules.size(); i++)
    if (path == modules[i].path) return &modules[i];
  return nullptr;
}

// Captures the stack from within call_back of the library.
testing::Capture capture_through(const Library &library, const ModuleMapSnapshot &modules) {
  struct Context {
    const ModuleMapSnapshot &modules;
    testing::Capture capture;
  } context = {modules, {}};
  const auto call_back = reinterpret_cast<int (*)(int (*)(void *), void *)>(dlsym(library.get(), "call_back"));
  call_back(
      [](void *self) {
        auto *inner = static_cast<Context *>(self);
        inner->capture = testing::capture(inner->modules);
        return static_cast<int>(inner->capture.frames.size());
      },
      &context);
  return context.capture;
}

TEST(ModuleMap, KnowsTheMainProgram) {
  ModuleMap map;
  EXPECT_EQ(map.snapshot(), nullptr);
  Events events;
  ASSERT_TRUE(map.refresh(listen(events)));
  const ModuleMapSnapshot &modules = *map.snapshot();
  EXPECT_EQ(modules.generation(), 1u);
  EXPECT_EQ(events.loaded.size(), modules.size());
  const auto here = reinterpret_cast<uint64_t>(&listen);
  const Module *module = modules.find(here);
  ASSERT_NE(module, nullptr);
  char program[PATH_MAX];
  ASSERT_NE(realpath("/proc/self/exe", program), nullptr);
  EXPECT_STREQ(module->path, program);
  EXPECT_EQ(module->path_length, strlen(program));
  EXPECT_EQ(module->build_id_length, 20u);
  EXPECT_TRUE(module->executes(here));
  EXPECT_GT(modules.executable_bytes(here), 0u);
  EXPECT_FALSE(module->unsafe);
  AddressRange function;
  ASSERT_TRUE(modules.function_bounds(here + 3, function));
  EXPECT_EQ(function.start, here);
}

TEST(ModuleMap, KnowsTheKernelsObject) {
  ModuleMap map;
  Events events;
  ASSERT_TRUE(map.refresh(listen(events)));
  const Module *module = map.snapshot()->find(getauxval(AT_SYSINFO_EHDR));
  ASSERT_NE(module, nullptr);
  EXPECT_STREQ(module->path, "[vdso]");
  EXPECT_GT(module->frames.entry_count, 0u);
}

TEST(ModuleMap, FindsNothingOutsideOfModules) {
  ModuleMap map;
  Events events;
  ASSERT_TRUE(map.refresh(listen(events)));
  const int on_stack = 0;
  for (const uint64_t address : {uint64_t{0}, uint64_t{1} << 46, reinterpret_cast<uint64_t>(&on_stack), ~uint64_t{0}}) {
    AddressRange function;
    EXPECT_EQ(map.snapshot()->find(address), nullptr);
    EXPECT_EQ(map.snapshot()->executable_bytes(address), 0u);
    EXPECT_FALSE(map.snapshot()->function_bounds(address, function));
  }
}

TEST(ModuleMap, KeepsItsSnapshotWhenNothingChanged) {
  ModuleMap map;
  Events events;
  ASSERT_TRUE(map.refresh(listen(events)));
  const ModuleMapSnapshot *before = map.snapshot();
  ASSERT_TRUE(map.refresh(listen(events)));
  EXPECT_EQ(map.snapshot(), before);
  EXPECT_TRUE(events.unloaded.empty());
}

TEST(ModuleMap, GivesAModuleThatComesBackAnotherIndex) {
  ModuleMap map;
  Events events;
  ASSERT_TRUE(map.refresh(listen(events)));
  Library library = load(HAGSTONE_TEST_MODULE);
  events.loaded.clear();
  events.loaded_indexes.clear();
  ASSERT_TRUE(map.refresh(listen(events)));
  ASSERT_EQ(events.loaded, std::vector<std::string>{HAGSTONE_TEST_MODULE});
  const ModuleMapSnapshot *with = map.snapshot();
  EXPECT_EQ(with->generation(), 2u);

  library.reset();
  ASSERT_TRUE(map.refresh(listen(events)));
  EXPECT_EQ(events.unloaded, std::vector<std::string>{HAGSTONE_TEST_MODULE});
  EXPECT_EQ(module_of(*map.snapshot(), HAGSTONE_TEST_MODULE), nullptr);
  // A handler that still holds the old snapshot may go on reading it, the module's tables too.
  const Module *gone = module_of(*with, HAGSTONE_TEST_MODULE);
  ASSERT_NE(gone, nullptr);
  const auto first_function = static_cast<uint64_t>(int64_t{gone->frames.entries[0].function});
  AddressRange function;
  EXPECT_TRUE(with->function_bounds(gone->frames.base + first_function, function));
  map.release_old();

  library = load(HAGSTONE_TEST_MODULE);
  ASSERT_TRUE(map.refresh(listen(events)));
  ASSERT_EQ(events.loaded_indexes.size(), 2u);
  EXPECT_LT(events.loaded_indexes[0], events.loaded_indexes[1]);
}

TEST(ModuleMap, UnwindsThroughCopiedTables) {
  ModuleMap map;
  Events events;
  ASSERT_TRUE(map.refresh(listen(events)));
  const Library library = load(HAGSTONE_TEST_MODULE);
  ASSERT_TRUE(map.refresh(listen(events)));
  const Module *module = module_of(*map.snapshot(), HAGSTONE_TEST_MODULE);
  ASSERT_NE(module, nullptr);
  EXPECT_NE(reinterpret_cast<uint64_t>(module->frames.frames.bytes), module->frames.frames.address);
  const testing::Capture capture = capture_through(library, *map.snapshot());
  EXPECT_EQ(capture.end, UnwindEnd::complete);
  ASSERT_GT(capture.frames.size(), 3u);
  EXPECT_EQ(capture.frames[1].module, module);
  EXPECT_EQ(capture.statistics.frames_by_frame_pointer, 0u);
}

TEST(ModuleMap, MakesTheSearchTableThatALinkerLeftOut) {
  ModuleMap map;
  Events events;
  const Library library = load(HAGSTONE_TEST_MODULE_WITHOUT_TABLE);
  ASSERT_TRUE(map.refresh(listen(events)));
  const Module *module = module_of(*map.snapshot(), HAGSTONE_TEST_MODULE_WITHOUT_TABLE);
  ASSERT_NE(module, nullptr);
  EXPECT_FALSE(module->unsafe);
  const testing::Capture capture = capture_through(library, *map.snapshot());
  EXPECT_EQ(capture.end, UnwindEnd::complete);
  ASSERT_GT(capture.frames.size(), 3u);
  EXPECT_EQ(capture.frames[1].module, module);
  EXPECT_EQ(capture.statistics.frames_by_frame_pointer, 0u);
}

TEST(ModuleMap, FindsFunctionsAndCallersWithoutCallFrameInformation) {
  ModuleMap map;
  Events events;
  const Library library = load(HAGSTONE_TEST_MODULE_WITHOUT_FRAMES);
  ASSERT_TRUE(map.refresh(listen(events)));
  const Module *module = module_of(*map.snapshot(), HAGSTONE_TEST_MODULE_WITHOUT_FRAMES);
  ASSERT_NE(module, nullptr);
  const auto call_back = reinterpret_cast<uint64_t>(dlsym(library.get(), "call_back"));
  AddressRange function;
  ASSERT_TRUE(map.snapshot()->function_bounds(call_back + 5, function));
  EXPECT_EQ(function.start, call_back);
  EXPECT_FALSE(map.snapshot()->unknown_code_bounds(call_back + 5, function));
  const testing::Capture capture = capture_through(library, *map.snapshot());
  EXPECT_EQ(capture.end, UnwindEnd::complete);
  ASSERT_GT(capture.frames.size(), 3u);
  EXPECT_EQ(capture.frames[1].module, module);
  EXPECT_EQ(capture.statistics.frames_by_frame_pointer, 1u);
}

TEST(ModuleMap, DoesNotWaitForWhatTookTheFilesPlace) {
  char path[] = "/tmp/hagstone-module-XXXXXX";
  ASSERT_NE(mkdtemp(path), nullptr);
  const std::string pipe = std::string(path) + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(find_frame_section(pipe.c_str(), 0), 0u);
  unlink(pipe.c_str());
  rmdir(path);
}

// If neither table has a function, code is known to lie between those that they have.
TEST(ModuleMap, KnowsWhatLiesBetweenFunctions) {
  ModuleMap map;
  Events events;
  ASSERT_TRUE(map.refresh(listen(events)));
  const ModuleMapSnapshot &modules = *map.snapshot();
  const Module &program = *modules.find(reinterpret_cast<uint64_t>(&listen));
  unsigned between = 0;
  for (unsigned i = 0; i < program.executable_count; i++)
    for (uint64_t address = program.executable[i].start; address < program.executable[i].end; address++) {
      AddressRange function, unknown;
      const bool is_known = modules.function_bounds(address, function);
      ASSERT_NE(is_known, modules.unknown_code_bounds(address, unknown));
      if (is_known) {
        address = function.end - 1;
        continue;
      }
      between++;
      ASSERT_FALSE(modules.function_bounds(unknown.start, function));
      ASSERT_FALSE(modules.function_bounds(unknown.end - 1, function));
      ASSERT_TRUE(unknown.start == program.executable[i].start || modules.function_bounds(unknown.start - 1, function));
      address = unknown.end - 1;
    }
  EXPECT_GT(between, 0u);
}

}  // namespace
}  // namespace hagstone
