// SPDX-License-Identifier: GPL-2.0-or-later
//
// Processes that give up rights or execute programs in unusual ways: they behave below the engine as natively, and are
// recorded, or noted as not recorded.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "engine_run.h"
#include "exhaustive/recording/unrecorded_notes.h"

namespace hagstone::exhaustive::testing {
namespace {

namespace fs = std::filesystem;

const std::string program_that_gives_up_rights = HAGSTONE_ENGINE_PROGRAMS "/engine_gives_up_rights";

// Everybody may look up files in it, as in the directory of a program.
class Copies {
 public:
  Copies() {
    chmod(place.path.c_str(), 0755);
    for (const auto &[name, mode] :
         std::map<std::string, mode_t>{{"program", 0755}, {"other", 04755}, {"unreadable", 0711}}) {
      fs::copy_file(program_that_gives_up_rights, place.path + "/" + name);
      chmod((place.path + "/" + name).c_str(), mode);
    }
  }
  const TemporaryDirectory place;
};

// How many processes were noted for a reason that begins so.
std::map<std::string, int> notes_in(const std::string &directory) {
  std::ifstream file(directory + "/" HAGSTONE_NOTES_NAME, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  std::map<std::string, int> notes;
  text.erase(0, sizeof(uint64_t));
  for (size_t tab; (tab = text.find('\t')) != std::string::npos && (tab = text.find('\t', tab + 1)) != std::string::npos;) {
    const size_t end = text.find('\n', tab);
    notes[text.substr(tab + 1, end - tab - 1)]++;
    text.erase(0, end + 1);
  }
  return notes;
}

class Rights : public ::testing::Test {
 protected:
  // Only root has rights to give up.
  static bool is_root() { return geteuid() == 0; }

  // Raw files, notes and loops.
  const std::string processes() const { return recording_.path + "/processes"; }

  Outcome below_engine(mode_t mode) {
    fs::create_directory(processes());
    chmod(processes().c_str(), mode);
    std::ofstream(processes() + "/loops.txt") << "hagstone-loops 1\n";
    setenv("VALGRIND_LIB", HAGSTONE_LIBEXEC, 1);
    return run({"valgrind", "--quiet", "--command-line-only=yes", "--vgdb=no", "--tool=hagstone", "--trace-children=yes",
                "--measure=redundant-loads", "--scope=once", "--loops=loops.txt",
                "--log-file=" + recording_.path + "/valgrind.log", "--recording=" + processes(),
                copies_.place.path + "/program", copies_.place.path});
  }
  Outcome alone() { return run({copies_.place.path + "/program", copies_.place.path}); }
  std::string log() {
    std::ifstream file(recording_.path + "/valgrind.log");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // Modes of the raw files that belong to `user`.
  std::vector<mode_t> raw_file_modes(uid_t user) const {
    std::vector<mode_t> modes;
    for (const auto &entry : fs::directory_iterator(processes())) {
      struct stat status = {};
      if (entry.path().extension() != HAGSTONE_RAW_SUFFIX) continue;
      if (stat(entry.path().c_str(), &status) == 0 && status.st_uid == user) modes.push_back(status.st_mode & 07777);
    }
    return modes;
  }

  const Copies copies_;
  const TemporaryDirectory recording_;  // which other users may not enter
};

// Laid out as by the launcher: a process that inherits the directory creates files in it.
TEST_F(Rights, MayBeGivenUpAndOnlyTheRecordingChanges) {
  const Outcome native = alone();
  ASSERT_EQ(native.status, 0) << native;
  EXPECT_EQ(below_engine(01733), native);
  EXPECT_EQ(log(), "");
  const auto notes = notes_in(processes());
  const auto count = [&](const std::string &why) { return notes.contains(why) ? notes.at(why) : 0; };
  EXPECT_EQ(count("its limit of file sizes (RLIMIT_FSIZE) leaves no room for a recording"), 1);
  EXPECT_EQ(count("its limit of file sizes (RLIMIT_FSIZE) is below 1 MiB"), 1);
  EXPECT_EQ(count("its address space is limited (RLIMIT_AS)"), 1);
  EXPECT_EQ(count("it is set-user-ID, set-group-ID or has file capabilities"), 1);
  EXPECT_EQ(count("its file has no name (it was deleted, made by memfd_create, or lies outside of its root directory)"), 1);
  if (!is_root()) return;
  EXPECT_EQ(count("its file may not be read"), 1);
  EXPECT_GE(count("its user, or its root directory, has no access to Valgrind and the engine"), 1);
  EXPECT_EQ(notes.contains("its user may not write to the recording"), false);
  const bool others_reach_engine = count("its user, or its root directory, has no access to Valgrind and the engine") == 1;
  const std::vector<mode_t> of_nobody = raw_file_modes(65534);
  EXPECT_EQ(of_nobody.size(), others_reach_engine ? 2u : 1u) << "a child, and a program that it executed";
  for (const mode_t mode : of_nobody) EXPECT_EQ(mode, 0644u) << "the launcher's user reads it";
}

TEST_F(Rights, MayBeMissingAndTheProgramDoesNotChange) {
  const Outcome native = alone();
  EXPECT_EQ(below_engine(0700), native);
  EXPECT_EQ(log(), "");
  if (!is_root()) return;
  const auto notes = notes_in(processes());
  EXPECT_EQ(notes.at("it runs as user 65534, who may not write to the recording"), 1)
      << "the child of a process that was recorded";
  EXPECT_EQ(notes.at("its user may not write to the recording"), 2) << "a program that it executed";
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
