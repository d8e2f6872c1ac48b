# The agent under gdb, in a checkout's root:
#   gdb -x native/agent/debug.gdb --args build/native/samples/four_pairs 200
# Stops where the first pair is recorded; set other breakpoints before `signal 0`. A stop inside a handler is the
# last one of a run: the kernel takes the agent's handler away when a blocked SIGTRAP arrives.
set confirm off
set startup-with-shell off
set breakpoint pending on
set env LD_PRELOAD build/native/agent/libhagstone_logging_agent.so
set env HAGSTONE_RECORDING build/debug/recording
set env HAGSTONE_SAMPLE_LOG build/debug/samples.log
shell ninja -C build/native hagstone_logging_agent; mkdir -p build/debug/recording
tbreak hagstone::supervision
run
handle SIGTRAP nostop noprint pass
break hagstone::Watchpoints::record
# `continue` would hand the breakpoint's own SIGTRAP to the agent.
signal 0
