// SPDX-License-Identifier: MIT
//
// A shared_ptr is passed by value, so each call counts its references up and down.
// Change: pass a reference to what it points to.
//
// Tools: redundant-loads
// Finding: reference-count
#include "../apart.h"
#include <cstdio>
#include <memory>

struct settings { double gain; };

APART static double amplified(std::shared_ptr<settings> settings, double sample) { return settings->gain * sample; } /* finding: earlier later */

APART static double amplify_all(const std::shared_ptr<settings>& settings, int samples) {
  double sum = 0;
  for (int i = 0; i < samples; i++) sum += amplified(settings, i); /* finding: earlier later */
  return sum;
}

int main(int count, char** arguments) {
  auto shared = std::make_shared<settings>(settings{0.5});
  double total = 0;
  for (int round = rounds(count, arguments, 40); round > 0; round--) {
    shared->gain += 1;
    total += amplify_all(shared, 1000);
  }
  std::printf("%g\n", total);
}
