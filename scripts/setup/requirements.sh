# Sourced by the set-up scripts: what the system has to bring, and what each distribution calls it.
#
# The set `exhaustive` is optional: without it everything but `record --engine exhaustive` and `validate` works.
# NAME|NAME: either command will do.
# "-": not required there, since its commands are outside PATH until a module is loaded; such tests are skipped.
# set    found as              Debian/Ubuntu  Fedora/RHEL             Arch       openSUSE
requirements='
run      command:g++           g++            gcc-c++                 gcc        gcc-c++
run      command:cmake         cmake          cmake                   cmake      cmake
run      command:ninja         ninja-build    ninja-build             ninja      ninja
run      header:elfutils/libdw.h libdw-dev    elfutils-devel          libelf     libdw-devel
run      header:libelf.h       libelf-dev     elfutils-libelf-devel   libelf     libelf-devel
run      header:Zycore/Types.h libzycore-dev  zycore-c-devel          zycore-c   zycore-c-devel
run      header:gtest/gtest.h  libgtest-dev   gtest-devel             gtest      gtest
run      command:npm           npm            nodejs-npm              npm        npm-default
exhaustive command:valgrind    valgrind       valgrind                valgrind   valgrind
exhaustive header:valgrind/pub_tool_basics.h valgrind valgrind-tools-devel valgrind valgrind-devel
bench    command:xz            xz-utils       xz                      xz         xz
bench    command:zstd          zstd           zstd                    zstd       zstd
bench    command:bzip2         bzip2          bzip2                   bzip2      bzip2
bench    command:sqlite3       sqlite3        sqlite                  sqlite     sqlite3
bench    command:perl          perl           perl                    perl       perl
test     command:chromium-headless-shell|chromium chromium-headless-shell chromium chromium chromium
test     command:rustc         rustc          rust                    rust       rust
test     command:gfortran      gfortran       gcc-gfortran            gcc-fortran gcc-fortran
test     command:eu-strip      elfutils       elfutils                elfutils   elfutils
test     command:zsh             zsh            zsh                     zsh        zsh
test     command:fish            fish           fish                    fish       fish
test     command:man             man-db         man-db                  man-db     man
test     command:dwz           dwz            dwz                     dwz        dwz
test     command:faketime      faketime       libfaketime             libfaketime libfaketime
test     command:clang         clang          clang                   clang      clang
test     command:ld.lld        lld            lld                     lld        lld
test     clang-runtime:fuzzer  libclang-rt-dev compiler-rt            compiler-rt clang
test     library:libjemalloc.so.2 libjemalloc2 jemalloc           jemalloc   libjemalloc2
test     library:libtcmalloc_minimal.so.4 libtcmalloc-minimal4 gperftools-libs gperftools libtcmalloc4
test     library:libmimalloc.so.2 libmimalloc2.0 mimalloc          mimalloc   libmimalloc2
test     command:mpicc         libopenmpi-dev -                       openmpi    -
test     command:mpirun        openmpi-bin    -                       openmpi    -
test     command:mpicc.mpich   libmpich-dev   -                       -          -
test     command:mpirun.mpich  mpich          -                       -          -
test     library:libomp.so.5   libomp-dev     libomp-devel            openmp     libomp-devel
test     header:tbb/tbb.h      libtbb-dev     tbb-devel               onetbb     tbb-devel
'

# distribution_family: debian, fedora, arch, suse, musl or unknown, from os-release (the file OS_RELEASE in tests).
distribution_family() {
  local identity="" file=${OS_RELEASE:-/etc/os-release}
  [ -r "$file" ] && identity=$(. "$file" && echo " ${ID:-} ${ID_LIKE:-} ")
  case "$identity" in
    *" debian "* | *" ubuntu "*) echo debian ;;
    *" fedora "* | *" rhel "* | *" centos "*) echo fedora ;;
    *" arch "*) echo arch ;;
    *suse*) echo suse ;;
    *" alpine "*) echo musl ;;
    *) echo unknown ;;
  esac
}

requirement_met() {
  case "$1" in
    command:*\|*) requirement_met "${1%%|*}" || requirement_met "command:${1#*|}" ;;
    command:*) command -v "${1#command:}" >/dev/null ;;
    clang-runtime:*) command -v clang >/dev/null && compgen -G "$(clang --print-runtime-dir)/libclang_rt.${1#clang-runtime:}*.a" >/dev/null ;;
    library:*) compgen -G "/usr/lib*/${1#library:}*" >/dev/null || compgen -G "/usr/lib/*/${1#library:}*" >/dev/null ;;
    header:*) [ -e "/usr/include/${1#header:}" ] || [ -e "/usr/local/include/${1#header:}" ] ;;
  esac
}

# missing_packages FAMILY SET...: names of the packages that bring what the sets need and is not there.
missing_packages() {
  local family=$1 set found debian fedora arch suse package
  shift
  while read -r set found debian fedora arch suse; do
    [ -n "$set" ] || continue
    case " $* " in *" $set "*) ;; *) continue ;; esac
    requirement_met "$found" && continue
    case "$family" in
      debian) package=$debian ;;
      fedora) package=$fedora ;;
      arch) package=$arch ;;
      suse) package=$suse ;;
      *) package=${found#*:} package=${package#*|} ;;
    esac
    [ "$package" = - ] || echo "$package"
  done <<<"$requirements" | sort -u | paste -sd ' '
}

# install_command FAMILY: how packages are installed there.
install_command() {
  case "$1" in
    debian) echo "apt-get install --no-install-recommends --yes" ;;
    fedora) echo "dnf install" ;;
    arch) echo "pacman -S --needed" ;;
    suse) echo "zypper install" ;;
  esac
}
