// SPDX-License-Identifier: MIT
#include "base/thread_storage.h"

constinit thread_local hagstone::ThreadStorage hagstone_thread_storage = {};
