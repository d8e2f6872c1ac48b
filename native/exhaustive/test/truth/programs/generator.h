// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_GENERATOR_H
#define HAGSTONE_TRUTH_GENERATOR_H

#include "program.h"

namespace hagstone::truth {

enum class Kind {
  usual,      // of even seeds two programs of five have several threads, of odd ones none: from the first second thread of a
              // process on the engine runs other code
  collecting,  // the usual, which stop and start collection in between
  signalling   // the usual, whose threads send signals to themselves
};

// A process of `programs` random programs. The same seed gives the same process on every machine.
Process generate(uint64_t seed, uint32_t programs, Kind kind = Kind::usual);

}  // namespace hagstone::truth

#endif
