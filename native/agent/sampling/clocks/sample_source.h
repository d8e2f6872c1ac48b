// SPDX-License-Identifier: MIT
// Decides when a thread is sampled: here a clock, elsewhere a performance counter with data addresses.
#ifndef HAGSTONE_SAMPLING_SAMPLE_SOURCE_H
#define HAGSTONE_SAMPLING_SAMPLE_SOURCE_H

#include <stdint.h>

#include "code/emulation/registers.h"
#include "common/raw_format.h"
#include "unwind/modules/module_map.h"

namespace hagstone {

struct KnownSamples;

// One per thread. set_period and owns are safe in signal handlers.
class SampleSource {
 public:
  // Negative errno on failure. Starts to interrupt the calling thread after `period` units of driver().
  [[nodiscard]] virtual int open(uint64_t period) = 0;
  virtual void close() = 0;
  // Length of the period that begins now.
  virtual void set_period(uint64_t period) = 0;
  // The shortest period it supports; 0: any. Handler-safe.
  virtual uint64_t shortest_period() const { return 0; }
  // At an interrupt, before set_period(): how many more periods of this length have passed since the interrupt was due. It
  // represents them too, and the next period begins after them. Handler-safe.
  virtual uint64_t take_missed(uint64_t period) {
    (void)period;
    return 0;
  }
  // Whether interrupts come in the kernel, too; the handler runs when the thread returns from there.
  virtual bool fires_in_kernel() const { return false; }
  // No more interrupts. Handler-safe.
  virtual void stop() = 0;
  // True if SIGTRAPs of O_ASYNC delivery that name this descriptor are this source's.
  virtual bool owns(int descriptor) const = 0;

  // True if the source's interrupts come with the accesses they sample: take_samples returns them, instead of a walk to
  // one.
  virtual bool names_accesses() const { return false; }
  // Handler: appends the samples up to the last interrupt. `interrupted`: the registers of its signal.
  virtual void take_samples(const Registers &interrupted, const ModuleMapSnapshot &modules, KnownSamples &samples) {
    (void)interrupted;
    (void)modules;
    (void)samples;
  }
  // Handler: earlier samples are no longer useful.
  virtual void discard_samples() {}

 protected:
  ~SampleSource() = default;
};

}  // namespace hagstone

#endif
