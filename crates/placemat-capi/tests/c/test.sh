#!/bin/sh
# Compiles the tests in every way in which the library can be used, and runs them: test.sh PREFIX DIR
#
# The library is installed below PREFIX; what is made here goes to DIR. What a missing tool leaves out is printed.
set -eu
tests=$(cd "$(dirname "$0")" && pwd)
prefix=$1 dir=$2
warnings="-O1 -g -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Werror"

# A directory in which the shared library has its SONAME and no other name: programs find it by that alone.
rm -rf "$dir"
mkdir -p "$dir/runtime"
for library in "$prefix"/lib/libplacemat.so.?; do cp -L "$library" "$dir/runtime"; done
shared="-L$prefix/lib -lplacemat -Wl,-rpath,$dir/runtime"
archive="$prefix/lib/libplacemat.a -lpthread -ldl -lm"

# way NAME COMPILER LANGUAGE LIBRARIES [RUNNER...]
way() {
    name=$1 compiler=$2 language=$3 libraries=$4
    shift 4
    for tool in "$compiler" ${1-}; do
        if ! command -v "$tool" > /dev/null; then
            echo "$name: not run: there is no $tool"
            return
        fi
    done
    # shellcheck disable=SC2086 # these are lists of words
    "$compiler" $warnings $language -I "$prefix/include" "$tests"/*.c -x none -o "$dir/$name" $libraries
    "$@" "$dir/$name" > "$dir/printed"
    grep " checks passed, " "$dir/printed"
    if [ "$compiler" = c++ ]; then
        # shellcheck disable=SC2086
        c++ $warnings $language -I "$prefix/include" "$tests/plus.cpp" -x none -o "$dir/$name-plus" $libraries
        "$dir/$name-plus"
    fi
    echo "way: $name"
}

c="-x c -std=c11" cpp="-x c++ -std=c++17"
way c-shared cc "$c" "$shared"
way c-archive cc "$c" "$archive"
way c-static cc "$c" "$archive -static"
way cpp-shared c++ "$cpp" "$shared"
way cpp-static c++ "$cpp" "$archive -static"
way c-asan cc "$c -fsanitize=address,undefined -fno-sanitize-recover=all" "$archive"
way c-valgrind cc "$c" "$shared" valgrind --quiet --leak-check=full --error-exitcode=9

# The folder can be moved: CMake finds the library from where its files are.
if command -v cmake > /dev/null; then
    cp -R "$prefix" "$dir/moved"
    version=$(sed -n 's/^Version: //p' "$prefix/lib/pkgconfig/placemat.pc")
    cmake -S "$tests" -B "$dir/cmake" -DCMAKE_PREFIX_PATH="$dir/moved" -DWANTED="$version" > "$dir/cmake.log"
    cmake --build "$dir/cmake" >> "$dir/cmake.log"
    for program in c-placemat c-static cpp-placemat cpp-static; do "$dir/cmake/$program" > "$dir/printed"; done
    if cmake -S "$tests" -B "$dir/later" -DCMAKE_PREFIX_PATH="$dir/moved" -DWANTED=99 > /dev/null 2>&1; then
        echo "CMake takes placemat for version 99"
        exit 1
    fi
    echo "way: cmake"
else
    echo "cmake: not run: it is not here"
fi

if ! command -v pkg-config > /dev/null; then
    echo "pkg-config: not run: it is not here"
    exit
fi
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
pkg-config --cflags --libs placemat | grep -e -lplacemat | grep -q -e -I
pkg-config --libs --static placemat | grep -q -e -lpthread
