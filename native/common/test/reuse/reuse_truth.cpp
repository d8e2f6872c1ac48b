// SPDX-License-Identifier: MIT
// Prints the exact reuse distances of a sample's accesses as one JSON object, for tests outside C++.
//
// {sample, accesses, granularity, locations, timeDistances: [[distance, count]...], stackDistances: [...],
//  parts?: {own, other: {distances: [...], never}},                      with a granularity above 8
//  samples?: [[position, timeDistance | null, stackDistance | null]...]}  with --samples
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../access_traces.h"
#include "reuse_histograms.h"

namespace {

int wrong_use() {
  std::fprintf(stderr, "usage: reuse_truth SAMPLE [--granularity 8|64] [--samples N] [--seed S]\nsamples:");
  for (const std::string &name : access_trace_names()) std::fprintf(stderr, " %s", name.c_str());
  std::fputc('\n', stderr);
  return 2;
}

void print(const char *name, const Histogram &histogram) {
  std::printf("\"%s\":[", name);
  const char *separator = "";
  for (const auto &[distance, count] : histogram) {
    std::printf("%s[%llu,%llu]", separator, static_cast<unsigned long long>(distance),
                static_cast<unsigned long long>(count));
    separator = ",";
  }
  std::printf("]");
}

void print_part(const char *name, const Histogram &histogram, uint64_t never) {
  std::printf("\"%s\":{", name);
  print("distances", histogram);
  std::printf(",\"never\":%llu}", static_cast<unsigned long long>(never));
}

void print(const std::vector<SampledUse> &uses) {
  std::printf(",\"samples\":[");
  const char *separator = "";
  for (const SampledUse &use : uses) {
    std::printf("%s[%llu,", separator, static_cast<unsigned long long>(use.position));
    if (use.reuse)
      std::printf("%llu,%llu]", static_cast<unsigned long long>(use.reuse->time),
                  static_cast<unsigned long long>(use.reuse->stack));
    else
      std::printf("null,null]");
    separator = ",";
  }
  std::printf("]");
}

}  // namespace

int main(int count, char **arguments) {
  uint64_t granularity = 8, samples = 0, seed = 1;
  bool known = false;
  for (const std::string &name : access_trace_names()) known |= count > 1 && name == arguments[1];
  if (!known || count % 2) return wrong_use();
  for (int i = 2; i < count; i += 2) {
    uint64_t value = std::strtoull(arguments[i + 1], nullptr, 10);
    if (!std::strcmp(arguments[i], "--granularity") && (value == 8 || value == 64))
      granularity = value;
    else if (!std::strcmp(arguments[i], "--samples"))
      samples = value;
    else if (!std::strcmp(arguments[i], "--seed"))
      seed = value;
    else
      return wrong_use();
  }

  const AccessTrace trace = access_trace(arguments[1]);
  const ReuseHistograms histograms = reuse_histograms(trace, granularity);
  std::printf("{\"sample\":\"%s\",\"accesses\":%zu,\"granularity\":%llu,\"locations\":%llu,", arguments[1], trace.size(),
              static_cast<unsigned long long>(granularity), static_cast<unsigned long long>(histograms.first_accesses));
  print("timeDistances", histograms.time);
  std::printf(",");
  print("stackDistances", histograms.stack);
  if (granularity > element_bytes) {
    const PartHistograms parts = part_histograms(trace, granularity);
    std::printf(",\"parts\":{");
    print_part("own", parts.own, parts.own_never);
    std::printf(",");
    print_part("other", parts.other, parts.other_never);
    std::printf("}");
  }
  if (samples) print(sampled_uses(trace, granularity, samples, seed));
  std::printf("}\n");
  return 0;
}
