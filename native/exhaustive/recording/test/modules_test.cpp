// SPDX-License-Identifier: GPL-2.0-or-later
#include <dlfcn.h>
#include <link.h>

#include <cstring>
#include <random>

#include "recording_fixture.h"

extern "C" {
#include "exhaustive/recording/elf_image.h"
}
extern const char __ehdr_start[];

namespace {

using namespace hagstone::exhaustive::testing;

constexpr uint64_t page = 4096;

uint64_t own_image() { return reinterpret_cast<uint64_t>(__ehdr_start); }

// The linker got this build id (CMakeLists.txt).
TEST_F(RecordingTest, TellsWhereTheProgramIsLoadedAndItsBuildId) {
  create();
  const hagstone_loaded_module *module = hagstone_module_add(own_image(), page, "/bin/test");
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(hagstone_module_add(own_image(), page, "/bin/test"), module);
  const auto code = reinterpret_cast<uint64_t>(&own_image);
  EXPECT_EQ(hagstone_module_at(code), module);
  EXPECT_STREQ(module->path, "/bin/test");
  EXPECT_EQ(std::string(reinterpret_cast<const char *>(module->build_id), module->build_id_length),
            "\x12\x34\x56\x78\x9a\xbc\xde\xf0");
  const RawFile file = read();
  const auto modules = file.of(HAGSTONE_RECORD_MODULE);
  ASSERT_EQ(modules.size(), 1u);
  const auto &recorded = modules[0]->as<hagstone_module>();
  link_map *loaded = nullptr;
  Dl_info ignored;
  ASSERT_NE(dladdr1(reinterpret_cast<void *>(code), &ignored, reinterpret_cast<void **>(&loaded), RTLD_DL_LINKMAP), 0);
  EXPECT_EQ(recorded.bias, loaded->l_addr);
  EXPECT_EQ(recorded.index, module->index);
  EXPECT_LE(recorded.start, code);
  EXPECT_GT(recorded.end, reinterpret_cast<uint64_t>(loaded->l_ld));
  EXPECT_EQ(recorded.build_id_length, 8u);
  EXPECT_EQ(modules[0]->text(sizeof recorded, 8), "\x12\x34\x56\x78\x9a\xbc\xde\xf0");
  EXPECT_EQ(modules[0]->text(sizeof recorded + 8, recorded.path_length), "/bin/test");
  EXPECT_EQ(modules[0]->writer, HAGSTONE_WRITER_PROCESS);
}

TEST_F(RecordingTest, TellsModulesToRecordingsThatBeginLater) {
  ASSERT_NE(hagstone_module_add(own_image(), page, "/bin/test"), nullptr);
  create();
  EXPECT_EQ(read().of(HAGSTONE_RECORD_MODULE).size(), 1u);
}

// Object files of two pages in memory: the header and one executable segment.
struct FakeObject {
  alignas(4096) char bytes[2 * page] = {};
  FakeObject() {
    ElfW(Ehdr) header = {};
    memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_type = ET_DYN;
    header.e_machine = EM_X86_64;
    header.e_phoff = sizeof header;
    header.e_phentsize = sizeof(ElfW(Phdr));
    header.e_phnum = 2;
    ElfW(Phdr) segments[2] = {};
    segments[0] = {PT_LOAD, PF_R, 0, 0x10000, 0x10000, page, page, page};
    segments[1] = {PT_LOAD, PF_R | PF_X, page, 0x11000, 0x11000, 100, 100, page};
    memcpy(bytes, &header, sizeof header);
    memcpy(bytes + sizeof header, segments, sizeof segments);
  }
  uint64_t address() const { return reinterpret_cast<uint64_t>(bytes); }
};

TEST_F(RecordingTest, NeverUsesAnIndexAgain) {
  create();
  FakeObject object;
  const uint32_t first = hagstone_module_add(object.address(), page, "/lib/a.so")->index;
  EXPECT_EQ(hagstone_module_at(object.address())->bias, object.address() - 0x10000);
  EXPECT_EQ(hagstone_module_at(object.address() + page + 99)->index, first);
  EXPECT_EQ(hagstone_module_at(object.address() + page + 100), nullptr);
  hagstone_modules_unmapped(object.address() + 2 * page, page);
  EXPECT_NE(hagstone_module_at(object.address()), nullptr);
  hagstone_modules_unmapped(object.address() + page, 1);
  EXPECT_EQ(hagstone_module_at(object.address()), nullptr);
  const uint32_t second = hagstone_module_add(object.address(), page, "/lib/b.so")->index;
  EXPECT_EQ(second, first + 1);
  const RawFile file = read();
  EXPECT_EQ(file.of(HAGSTONE_RECORD_MODULE).size(), 2u);
  const auto unloads = file.all<hagstone_module_unload>(HAGSTONE_RECORD_MODULE_UNLOAD);
  ASSERT_EQ(unloads.size(), 1u);
  EXPECT_EQ(unloads[0].index, first);
}

TEST_F(RecordingTest, FindsEachOfManyModules) {
  std::vector<FakeObject> objects(100);
  std::vector<uint32_t> order(100);
  for (uint32_t i = 0; i < 100; i++) order[i] = i;
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  std::map<uint32_t, uint32_t> indices;
  for (uint32_t i : order) indices[i] = hagstone_module_add(objects[i].address(), page, "/lib/a.so")->index;
  for (uint32_t i = 0; i < 100; i++) ASSERT_EQ(hagstone_module_at(objects[i].address() + page)->index, indices[i]);
}

TEST(ElfImage, SurvivesDamage) {
  std::mt19937 random(7);
  std::vector<char> bytes(3 * page);
  // Ends with the memory that may be read.
  char *image = bytes.data() + (page - reinterpret_cast<uint64_t>(bytes.data()) % page);
  uint32_t accepted = 0;
  for (int run = 0; run < 20'000; run++) {
    memcpy(image, __ehdr_start, page);
    for (uint32_t i = random() % 8; i--;) image[random() % 1024] = static_cast<char>(random());
    hagstone_elf_image description;
    accepted += hagstone_read_elf_image(reinterpret_cast<uint64_t>(image), page, &description) != 0;
  }
  EXPECT_GT(accepted, 0u);
}

}  // namespace
