// SPDX-License-Identifier: MIT
// A recursive-descent parser of the grammar in RFC 2603, "Syntax of mangled names", that prints while it reads.
#include "rust_v0_demangle.h"

#include <cstdint>
#include <utility>

#include "rust_v0_reader.h"

namespace hagstone::symbols {
namespace {

// Back references can nest without bound in a hostile name.
constexpr int max_depth = 300;
// More occur in hostile names only.
constexpr uint64_t max_bound_lifetimes = 1 << 16;

const char *basic_type(char tag) {
  switch (tag) {
    case 'a': return "i8";
    case 'b': return "bool";
    case 'c': return "char";
    case 'd': return "f64";
    case 'e': return "str";
    case 'f': return "f32";
    case 'h': return "u8";
    case 'i': return "isize";
    case 'j': return "usize";
    case 'l': return "i32";
    case 'm': return "u32";
    case 'n': return "i128";
    case 'o': return "u128";
    case 'p': return "_";
    case 's': return "i16";
    case 't': return "u16";
    case 'u': return "()";
    case 'v': return "...";
    case 'x': return "i64";
    case 'y': return "u64";
    case 'z': return "!";
    default: return nullptr;
  }
}

class Parser : private RustV0Reader {
 public:
  explicit Parser(std::string_view name) : RustV0Reader(name) {}

  std::string symbol() {
    path(true);
    // The crate that asked for the instance is no part of the name.
    if (!at_end()) {
      printing = false;
      path(false);
    }
    if (!at_end()) throw MalformedRustName{};
    return std::move(text());
  }

 private:
  struct Depth {
    explicit Depth(int &depth) : depth_(depth) {
      if (++depth_ > max_depth) throw MalformedRustName{};
    }
    ~Depth() { --depth_; }
    int &depth_;
  };

  // Reads an earlier part again, where a back reference points.
  template <typename Read>
  void back_reference(Read read) {
    const size_t start = position() - 1;
    const uint64_t target = base_62();
    if (target >= start) throw MalformedRustName{};
    if (!printing) return;
    const size_t resume = position();
    move_to(static_cast<size_t>(target));
    read();
    move_to(resume);
  }

  void path(bool in_value) {
    const Depth depth(depth_);
    switch (next()) {
      case 'C':
        disambiguator();
        print(identifier());
        return;
      case 'N': nested_path(in_value); return;
      case 'M':
        implementation_path();
        print("<");
        type();
        print(">");
        return;
      case 'X': implementation_path(); [[fallthrough]];
      case 'Y':
        print("<");
        type();
        print(" as ");
        path(false);
        print(">");
        return;
      case 'I':
        path(in_value);
        print(in_value ? "::<" : "<");
        for (bool first = true; !accept('E'); first = false) {
          if (!first) print(", ");
          generic_argument();
        }
        print(">");
        return;
      case 'B': back_reference([&] { path(in_value); }); return;
      default: throw MalformedRustName{};
    }
  }

  void implementation_path() {
    disambiguator();
    const bool printed = std::exchange(printing, false);
    path(false);
    printing = printed;
  }

  void nested_path(bool in_value) {
    const char space = next();
    const bool special = space >= 'A' && space <= 'Z';
    if (!special && (space < 'a' || space > 'z')) throw MalformedRustName{};
    path(in_value);
    const uint64_t number = disambiguator();
    const std::string name = identifier();
    if (!special) {
      if (!name.empty()) print("::" + name);
      return;
    }
    print("::{" + (space == 'C' ? "closure" : space == 'S' ? "shim" : std::string(1, space)));
    if (!name.empty()) print(":" + name);
    print("#" + std::to_string(number) + "}");
  }

  void generic_argument() {
    if (accept('L'))
      lifetime(base_62());
    else if (accept('K'))
      constant();
    else
      type();
  }

  void lifetime(uint64_t index) {
    if (index == 0) {
      print("'_");
      return;
    }
    if (index > bound_lifetimes_) throw MalformedRustName{};
    const uint64_t number = bound_lifetimes_ - index;
    print("'" + (number < 26 ? std::string(1, static_cast<char>('a' + number)) : "_" + std::to_string(number)));
  }

  // Lifetimes that `for<…>` introduces hold until the end of the type.
  template <typename Read>
  void with_binder(Read read) {
    const uint64_t count = optional_base_62('G');
    if (count > max_bound_lifetimes) throw MalformedRustName{};
    if (count > 0) {
      print("for<");
      for (uint64_t i = 0; i < count; ++i) {
        if (i > 0) print(", ");
        ++bound_lifetimes_;
        lifetime(1);
      }
      print("> ");
    }
    read();
    bound_lifetimes_ -= count;
  }

  void type() {
    const Depth depth(depth_);
    const char tag = next();
    if (const char *name = basic_type(tag)) {
      print(name);
      return;
    }
    switch (tag) {
      case 'A':
        print("[");
        type();
        print("; ");
        constant();
        print("]");
        return;
      case 'S':
        print("[");
        type();
        print("]");
        return;
      case 'T': tuple(); return;
      case 'R':
      case 'Q':
        print("&");
        if (accept('L')) {
          const uint64_t index = base_62();
          if (index > 0) {
            lifetime(index);
            print(" ");
          }
        }
        if (tag == 'Q') print("mut ");
        type();
        return;
      case 'P':
      case 'O':
        print(tag == 'P' ? "*const " : "*mut ");
        type();
        return;
      case 'F': with_binder([&] { function_signature(); }); return;
      case 'D':
        print("dyn ");
        with_binder([&] {
          for (bool first = true; !accept('E'); first = false) {
            if (!first) print(" + ");
            dynamic_trait();
          }
        });
        if (!accept('L')) throw MalformedRustName{};
        if (const uint64_t index = base_62(); index > 0) {
          print(" + ");
          lifetime(index);
        }
        return;
      case 'B': back_reference([&] { type(); }); return;
      default: move_to(position() - 1); path(false);
    }
  }

  void tuple() {
    print("(");
    int count = 0;
    for (; !accept('E'); ++count) {
      if (count > 0) print(", ");
      type();
    }
    print(count == 1 ? ",)" : ")");
  }

  void function_signature() {
    if (accept('U')) print("unsafe ");
    if (accept('K')) {
      std::string abi = accept('C') ? "C" : identifier();
      for (char &c : abi) {
        if (c == '_') c = '-';
      }
      print("extern \"" + abi + "\" ");
    }
    print("fn(");
    for (bool first = true; !accept('E'); first = false) {
      if (!first) print(", ");
      type();
    }
    print(")");
    if (accept('u')) return;
    print(" -> ");
    type();
  }

  // A path whose generic arguments stay open for the associated types that follow.
  bool open_path() {
    const Depth depth(depth_);
    if (accept('B')) {
      bool open = false;
      back_reference([&] { open = open_path(); });
      return open;
    }
    if (!accept('I')) {
      path(false);
      return false;
    }
    path(false);
    print("<");
    for (bool first = true; !accept('E'); first = false) {
      if (!first) print(", ");
      generic_argument();
    }
    return true;
  }

  void dynamic_trait() {
    bool open = open_path();
    while (accept('p')) {
      print(open ? ", " : "<");
      open = true;
      print(identifier() + " = ");
      type();
    }
    if (open) print(">");
  }

  void constant() {
    const Depth depth(depth_);
    if (accept('B')) {
      back_reference([&] { constant(); });
      return;
    }
    if (accept('p')) {
      print("_");
      return;
    }
    const char tag = next();
    const bool is_signed = tag == 'a' || tag == 's' || tag == 'l' || tag == 'x' || tag == 'n' || tag == 'i';
    const bool is_unsigned = tag == 'h' || tag == 't' || tag == 'm' || tag == 'y' || tag == 'o' || tag == 'j';
    if (!is_signed && !is_unsigned && tag != 'b' && tag != 'c') throw MalformedRustName{};
    if (is_signed && accept('n')) print("-");
    std::string digits;
    while (!accept('_')) {
      const char c = next();
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) throw MalformedRustName{};
      if (c != '0' || !digits.empty()) digits += c;
    }
    if (digits.size() > 16) {
      print("0x" + digits);
      return;
    }
    const uint64_t value = digits.empty() ? 0 : std::stoull(digits, nullptr, 16);
    if (tag == 'b')
      print(value == 0 ? "false" : value == 1 ? "true" : throw MalformedRustName{});
    else if (tag == 'c')
      print_character(value);
    else
      print(std::to_string(value));
  }

  int depth_ = 0;
  uint64_t bound_lifetimes_ = 0;
};

}  // namespace

std::optional<std::string> demangle_rust_v0(std::string_view name) {
  if (!name.starts_with("_R")) return std::nullopt;
  name.remove_prefix(2);
  const size_t suffix = name.find_first_of(".$");
  const std::string_view clone = suffix == std::string_view::npos ? std::string_view() : name.substr(suffix);
  try {
    std::string text = Parser(name.substr(0, suffix)).symbol();
    if (is_compiler_number(clone)) return text;
    return text + " [clone " + std::string(clone) + "]";
  } catch (const MalformedRustName &) {
    return std::nullopt;
  }
}

}  // namespace hagstone::symbols
