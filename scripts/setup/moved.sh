# Builds of a checkout that was moved or copied; to be sourced.

# built_elsewhere DIRECTORY: CMake configured it for another checkout. Its files name sources by absolute paths: they
# would build those of the old place, or fail.
built_elsewhere() {
  [ -f "$1/CMakeCache.txt" ] && ! [ "$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$1/CMakeCache.txt")" -ef native ]
}
