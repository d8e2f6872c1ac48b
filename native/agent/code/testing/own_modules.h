// SPDX-License-Identifier: MIT
// The module map of the test program, which a forked child shares.
#ifndef HAGSTONE_CODE_TESTING_OWN_MODULES_H
#define HAGSTONE_CODE_TESTING_OWN_MODULES_H

#include "unwind/modules/module_map.h"

namespace hagstone::testing {

const ModuleMapSnapshot &own_modules();

}  // namespace hagstone::testing

#endif
