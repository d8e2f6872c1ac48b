import { expect, test } from 'vitest'
import { functionsIn } from './functions_in.ts'

/** The outline as `name first-last`. */
function outline(language: string, text: string): string[] {
  return functionsIn(text, language).map(({ name, line, endLine }) => `${name} ${line}-${endLine}`)
}

test('C: a return type on its own line, prototypes, macros, conditionals, comments, and literals', () => {
  expect(
    outline(
      'c',
      `#include <stdio.h>
#define OPEN {
/* void none(void) { */
static const char *text = "} not {", brace = '{';
static int table[] = { 1, 2, 3 };
int declared(int a);
static
void write_bits (State* s, int n)
{
   if (n) { s->x = 1; }
   // }
}
struct pair { int a; void (*call)(int); };
struct pair *make(void) {
  return 0;
}
LOCAL(void)
emit_byte (int val)
{
  ;
}
MODULE("x")
__attribute__((noinline)) int init(void) {
  for (;;) { }
}
#ifdef OLD
int twice(a) {
#else
int twice(int a) {
#endif
  return 2 * a;
}
void (*handler(int sig, void (*then)(int)))(int) {
  BEGIN_LOOP({
}
int last(void) { return 1; }
`,
    ),
  ).toEqual(['write_bits 8-12', 'make 14-16', 'emit_byte 18-21', 'init 23-25', 'twice 29-32', 'void 33-35', 'last 36-36'])
})

test('C++: classes, templates, operators, members that are initialised, raw strings, and trailing types', () => {
  expect(
    outline(
      'cpp',
      `namespace a::b VISIBLE(default) {
template <typename T, typename = decltype(f())> template <class U = void>
class EXPORT(x) Vector : public Base<T> {
public:
  explicit Vector(int n) noexcept(true) : Base<T>{n}, data_(new T[n]), size_{n} {
    auto grow = [](int x) { return x; };
  }
  ~Vector() { delete[] data_; }
private:
  std::function<void(int)> callback() const override {
    return {};
  }
  bool operator<(const Vector& other) const {
    return size_ < other.size_;
  }
  T& operator()(int i) { return data_[i]; }
  void locked() REQUIRES(mutex_) {
    x = R"({ ")";
  }
  int big = 1'000'000;
};
enum class Kind : int { one, two };
template <typename T>
typename Vector<T>::Item
Vector<T>::at(std::size_t i) const
{
  return data_[i];
}
auto shape() -> std::pair<int, decltype(f(1))> {
  return {};
}
extern "C" {
void plain(Options o = {1, 2}) {
}
}
}
`,
    ),
  ).toEqual(['Vector 5-7', '~Vector 8-8', 'callback 10-12', 'operator 13-15', 'operator 16-16', 'locked 17-19', 'at 25-28', 'shape 29-31', 'plain 33-34'])
})

test('Rust: methods, lifetimes, characters, attributes, and macros', () => {
  expect(
    outline(
      'rust',
      `use std::io; /* /* } */ { */
const BRACE: char = '{';
static TABLE: [u8; 2] = { [1, 2] };
#[derive(Clone)]
struct Reader<'a> { text: &'a str }
impl<'a> Reader<'a> {
    #[inline]
    pub(crate) fn next(&mut self) -> [u8; 4] {
        match self.text { "}" => 'a', _ => '\\'' };
        let f = |x| { x };
    }
}
macro_rules! made { () => { fn hidden() {} } }
mod inner {
    pub unsafe extern "C" fn main<'a, T>(x: T)
    where
        T: Fn(i32) -> i32,
    {
        let s = r#"{ " "#;
    }
}
`,
    ),
  ).toEqual(['next 8-11', 'main 15-20'])
})

test('Fortran: modules, internal procedures, interfaces, old ends, and comments', () => {
  expect(
    outline(
      'fortran',
      `C     THIS SUBROUTINE COMPUTES
module field
  implicit none
  interface
    subroutine outside(a)
      real :: a
    end subroutine outside
  end interface
  type shape
  contains
    procedure :: area
  end type shape
contains
  pure real(kind=selected_real_kind(8)) function area(this) result(a)
    if (a > 0) then
      a = 1 ! end function
    end if
  end function area
  subroutine relax(grid, &
      n)
    grid = 0
  contains
    subroutine inside
      print *, 'end subroutine'
    end subroutine
  end subroutine relax
end module field
      SUBROUTINE DGEMM ( TRANSA, M )
      M = 1
      END
program main
  call relax(grid)
end program main
`,
    ),
  ).toEqual(['area 14-18', 'relax 19-22', 'inside 23-25', 'DGEMM 28-30', 'main 31-33'])
})

test('other texts have no functions', () => {
  expect(outline('assembly', 'main:\n  ret\n')).toEqual([])
})
