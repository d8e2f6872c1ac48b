// SPDX-License-Identifier: MIT
#include "attach_refusal.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "remote/elf_symbols.h"
#include "remote/process_maps.h"
#include "remote/process_status.h"

namespace hagstone {

namespace {

enum class Namespace { same, other, hidden };

Namespace compare_namespace(pid_t process, const char *kind) {
  struct stat theirs = {}, ours = {};
  const std::string path = std::string("/ns/") + kind;
  if (stat(("/proc/" + std::to_string(process) + path).c_str(), &theirs) != 0) return Namespace::hidden;
  if (stat(("/proc/self" + path).c_str(), &ours) != 0) return Namespace::hidden;
  return theirs.st_ino == ours.st_ino ? Namespace::same : Namespace::other;
}

int ptrace_scope() {
  int scope = 0;
  std::ifstream("/proc/sys/kernel/yama/ptrace_scope") >> scope;
  return scope;
}

std::string not_ours(pid_t process) {
  const std::string users = process_status(process, "Uid");
  const std::string owner = users.substr(0, users.find_first_of(" \t"));
  if (owner != std::to_string(geteuid())) return "it belongs to user " + owner + "; attach as that user or as root";
  if (ptrace_scope() > 0)
    return "this kernel lets only parents trace (kernel.yama.ptrace_scope); attach as root, or run: sysctl "
           "kernel.yama.ptrace_scope=0";
  return "the kernel does not permit it (a program with privileges of its own, or a container without SYS_PTRACE); "
         "attach as root";
}

bool has_file(const std::vector<Mapping> &maps, const char *prefix) {
  return std::any_of(maps.begin(), maps.end(),
                     [&](const Mapping &mapping) { return mapping.name().rfind(prefix, 0) == 0; });
}

}  // namespace

std::string attach_refusal(pid_t process, const std::string &library) {
  if (process_status(process, "Pid").empty()) return "there is no such process; it may have ended";
  if (process_status(process, "State").front() == 'Z') return "it has ended";
  for (const char *kind : {"pid", "mnt"}) {
    const Namespace found = compare_namespace(process, kind);
    if (found == Namespace::hidden) return not_ours(process);
    if (found == Namespace::other) return "it runs in another container; attach from inside that container";
  }
  const std::string tracer = process_status(process, "TracerPid");
  if (tracer != "0") return "process " + tracer + " traces it already; end that debugger or tracer first";
  if (!is_native_elf("/proc/" + std::to_string(process) + "/exe"))
    return "it is not a 64-bit x86 program; only those can be recorded";
  const std::vector<Mapping> maps = read_maps(process);
  if (maps.empty()) return not_ours(process);
  if (std::any_of(maps.begin(), maps.end(), [&](const Mapping &mapping) {
        return mapping.name().rfind("libhagstone_agent", 0) == 0 && mapping.path != library;
      }))
    return "another installation of hagstone records it, or has recorded it; use that one or start the program anew";
  if (has_file(maps, "ld-musl") || has_file(maps, "libc.musl"))
    return "it uses musl, not glibc; start it with hagstone record instead of attaching";
  if (!has_file(maps, "libc.so") && !has_file(maps, "libc-2"))
    return "it is statically linked and cannot load the agent; hagstone link-flags tells how to link it in";
  return "";
}

std::string seize_refusal(pid_t process, int error) {
  if (error == ESRCH) return "there is no such process; it may have ended";
  if (error == EPERM && process_status(process, "TracerPid") != "0") return "it is traced already";
  if (error == EPERM) return not_ours(process);
  return std::string("the kernel says: ") + strerror(error);
}

}  // namespace hagstone
