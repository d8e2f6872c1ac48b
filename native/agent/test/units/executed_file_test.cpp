// SPDX-License-Identifier: MIT
// Checks on a program before it is executed, and its resulting environment.
#include "process/exec/executed_file.h"

#include <elf.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "process/exec/child_environment.h"

namespace hagstone {
namespace {

constexpr char loader[] = "/lib64/ld-linux-x86-64.so.2";

class ExecutedFileTest : public testing::Test {
 protected:
  ExecutedFileTest() {
    char name[] = "/tmp/hagstone-test-XXXXXX";
    directory_ = mkdtemp(name);
    std::ifstream self("/proc/self/exe", std::ios::binary);
    program_.assign(std::istreambuf_iterator<char>(self), {});
    char agent[] = "LD_PRELOAD=/opt/libhagstone_agent.so", recording[] = "HAGSTONE_RECORDING=/r",
         tools[] = "HAGSTONE_TOOLS=a";
    char *environment[] = {agent, recording, tools, nullptr};
    kept_environment.keep(environment);
  }
  ~ExecutedFileTest() override { std::filesystem::remove_all(directory_); }

  std::string write(const std::string &name, const std::string &content) const {
    const std::string path = directory_ + "/" + name;
    std::ofstream(path, std::ios::binary) << content;
    chmod(path.c_str(), 0755);
    return path;
  }
  ExecutedFile examine(const std::string &path) const { return examine_executed_file(AT_FDCWD, path.c_str(), 0); }

  std::string directory_;
  std::string program_;  // of this test
};

std::vector<std::string> environment_for(const ExecutedFile &file, std::vector<std::string> given) {
  std::vector<char *> pointers;
  for (std::string &variable : given) pointers.push_back(variable.data());
  pointers.push_back(nullptr);
  const ChildEnvironment environment(pointers.data(), file);
  if (!environment.bytes()) return given;
  // With a guard after the memory that build() may use.
  std::vector<char *> memory(environment.bytes() / sizeof(char *) + 2);
  auto *bytes = reinterpret_cast<char *>(memory.data());
  std::fill(bytes, bytes + memory.size() * sizeof(char *), '#');
  std::vector<std::string> result;
  for (char *const *variable = environment.build(bytes); *variable; variable++) result.push_back(*variable);
  EXPECT_EQ(bytes[environment.bytes()], '#');
  return result;
}

using List = std::vector<std::string>;

TEST_F(ExecutedFileTest, OrdinaryProgramsAndTheirScriptsTakeTheAgent) {
  const std::string program = write("program", program_);
  EXPECT_EQ(examine(program).obstacle, HAGSTONE_FAILURE_none);
  EXPECT_EQ(examine(write("script", "#! " + program + " -x\n")).obstacle, HAGSTONE_FAILURE_none);
  EXPECT_EQ(examine(directory_ + "/missing").obstacle, HAGSTONE_FAILURE_none);
  EXPECT_EQ(examine(directory_).obstacle, HAGSTONE_FAILURE_none);
  EXPECT_EQ(examine("/dev/null").obstacle, HAGSTONE_FAILURE_none);
}

TEST_F(ExecutedFileTest, ProgramsOfMuslAndTheirScriptsDoNot) {
  std::string musl = program_;
  const size_t at = musl.find(loader);
  ASSERT_NE(at, std::string::npos);
  musl.replace(at, sizeof loader, std::string("/lib/ld-musl-x86_64.so.1").append(4, '\0'));
  const std::string program = write("musl", musl);
  const ExecutedFile file = examine(write("script", "#!" + program + "\n"));
  EXPECT_EQ(file.obstacle, HAGSTONE_FAILURE_other_c_library);
  EXPECT_EQ(file.path, program);
  EXPECT_EQ(environment_for(file, {"A=1", "LD_PRELOAD=/opt/libhagstone_agent.so:b.so"}), List({"A=1", "LD_PRELOAD=b.so"}));
  EXPECT_EQ(environment_for(file, {"LD_PRELOAD=/opt/libhagstone_agent.so", "A=1"}), List({"A=1"}));
  EXPECT_EQ(environment_for(file, {"A=1"}), List({"A=1"}));
}

TEST_F(ExecutedFileTest, ProgramsOf32BitsDoNot) {
  std::string narrow = program_;
  narrow[EI_CLASS] = ELFCLASS32;
  const ExecutedFile file = examine(write("narrow", narrow));
  EXPECT_EQ(file.obstacle, HAGSTONE_FAILURE_other_word_size);
  EXPECT_TRUE(file.refuses_agent);
}

TEST_F(ExecutedFileTest, ProgramsThatGainPrivilegesDoNot) {
  const std::string program = write("program", program_);
  const uid_t somebody = geteuid() + 1;
  if (chown(program.c_str(), somebody, getegid()) != 0) GTEST_SKIP() << "only root gives files away";
  chmod(program.c_str(), 04755);
  EXPECT_EQ(examine(program).obstacle, HAGSTONE_FAILURE_privileged_program);
  chmod(program.c_str(), 0755);
  EXPECT_EQ(examine(program).obstacle, HAGSTONE_FAILURE_none);
}

// Every byte of header, program headers and dynamic section is untrusted.
TEST_F(ExecutedFileTest, DamagedFilesAreRead) {
  for (size_t length : {0, 3, 16, 40, 63, 64, 100, 500, 1000}) (void)examine(write("cut", program_.substr(0, length)));
  const std::string damaged = write("damaged", program_);
  std::fstream file(damaged, std::ios::binary | std::ios::in | std::ios::out);
  const auto put = [&](size_t at, char byte) { file.seekp(static_cast<std::streamoff>(at)).put(byte).flush(); };
  for (size_t at = 16; at < 900; at++) {
    put(at, '\xff');
    (void)examine(damaged);
    put(at, program_[at]);
  }
}

TEST_F(ExecutedFileTest, TheAgentIsPutFirst) {
  const ExecutedFile file = examine(write("program", program_));
  const List added = {"HAGSTONE_RECORDING=/r", "HAGSTONE_TOOLS=a"};
  EXPECT_EQ(environment_for(file, {}), List({"LD_PRELOAD=/opt/libhagstone_agent.so", added[0], added[1]}));
  EXPECT_EQ(environment_for(file, {"LD_PRELOAD=", "A=1"}),
            List({"LD_PRELOAD=/opt/libhagstone_agent.so", "A=1", added[0], added[1]}));
  EXPECT_EQ(environment_for(file, {"LD_PRELOAD=a.so b.so", "HAGSTONE_TOOLS=b"}),
            List({"LD_PRELOAD=/opt/libhagstone_agent.so:a.so:b.so", added[0], added[1]}));
  // The loader takes the last of several.
  EXPECT_EQ(environment_for(file, {"LD_PRELOAD=a.so", "LD_PRELOAD=b.so"}),
            List({"LD_PRELOAD=a.so", "LD_PRELOAD=/opt/libhagstone_agent.so:b.so", added[0], added[1]}));
}

TEST_F(ExecutedFileTest, WhatIsThereAlreadyStays) {
  const ExecutedFile file = examine(write("program", program_));
  const List complete = {"LD_PRELOAD=x.so:/other/libhagstone_agent.so", "HAGSTONE_RECORDING=/other"};
  EXPECT_EQ(environment_for(file, complete), complete);
  EXPECT_EQ(environment_for(file, {"HAGSTONE_RECORDING=/other"}),
            List({"HAGSTONE_RECORDING=/other", "LD_PRELOAD=/opt/libhagstone_agent.so"}));
  EXPECT_EQ(environment_for(file, {"HAGSTONE_RECORDING="}), List({"HAGSTONE_RECORDING="}));
}

TEST_F(ExecutedFileTest, SanitizersComeBeforeTheAgent) {
  ExecutedFile file = examine(write("program", program_));
  const List complete = {"HAGSTONE_RECORDING=/r", "LD_PRELOAD=/opt/libhagstone_agent.so"};
  strcpy(file.runtime, "libasan.so.8");
  EXPECT_EQ(environment_for(file, complete),
            List({"HAGSTONE_RECORDING=/r", "LD_PRELOAD=libasan.so.8:/opt/libhagstone_agent.so",
                  "HAGSTONE_RUNTIME=libasan.so.8"}));
  const List preloaded = {"HAGSTONE_RECORDING=/r", "LD_PRELOAD=/usr/lib/libasan.so.8:/opt/libhagstone_agent.so"};
  EXPECT_EQ(environment_for(file, preloaded), preloaded);
  *file.runtime = 0;
  EXPECT_EQ(environment_for(file, {"HAGSTONE_RECORDING=/r", "LD_PRELOAD=/usr/lib/libasan.so.8:b.so"}),
            List({"HAGSTONE_RECORDING=/r", "LD_PRELOAD=/usr/lib/libasan.so.8:/opt/libhagstone_agent.so:b.so"}));
}

TEST_F(ExecutedFileTest, TheRuntimeIsLeftOutOfTheEnvironmentOfChildren) {
  char runtime[] = "HAGSTONE_RUNTIME=libasan.so.8", preload[] = "LD_PRELOAD=libasan.so.8:/opt/libhagstone_agent.so",
       own[] = "A=1";
  char *environment[] = {runtime, preload, own, nullptr};
  leave_runtime(environment);
  EXPECT_STREQ(environment[0], "LD_PRELOAD=/opt/libhagstone_agent.so");
  EXPECT_STREQ(environment[1], "A=1");
  EXPECT_EQ(environment[2], nullptr);
}

}  // namespace
}  // namespace hagstone
