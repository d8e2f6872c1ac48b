import { afterAll, describe, expect, it } from 'vitest'
import { loadSymbolsAddon, type FunctionParameters, type ModuleSymbols } from './symbols_addon.ts'
import { addressesOf, isMissing, Workspace } from './toolchain.testing.ts'

const workspace = new Workspace()
afterAll(() => workspace.remove())

const SOURCE = `
struct small { int a, b; };
struct large { long a[4]; };
struct copied { int a; copied(const copied &other); ~copied(); };
extern "C" {
  volatile int kept;
  int scale(int n, const char *text, double factor, bool loud, unsigned long size) { kept = n + loud; return kept + (int)size + text[0] + (int)factor; }
  large make(int n, long m) { large made = {{n, m, 0, 0}}; return made; }
  int take(small pair, int n) { return pair.a + n; }
  int pass(large whole, int n) { return (int)whole.a[0] + n; }
  int nothing() { return kept; }
  int many(int a, int b, int c, int d, int e, int f, int g) { return a + b + c + d + e + f + g; }
  int words(const char *format, ...) { return format[0]; }
  int borrow(copied object, int n) { return object.a + n; }
  __int128 wide(__int128 n, int m) { return n + m; }
}`

function compiled(...options: string[]): { parameters(name: string): FunctionParameters | null; module: ModuleSymbols; addresses: Map<string, number> } {
  const program = workspace.path(`parameters${options.join('')}`)
  workspace.run('g++', '-shared', '-fPIC', ...options, workspace.write('parameters.cpp', SOURCE), '-o', program)
  const module = loadSymbolsAddon().openModule(program, { debugDirectories: [] })
  const addresses = addressesOf(workspace, program)
  return { parameters: (name) => module.parameters(addresses.get(name)!), module, addresses }
}

/** [register, name, bytes] */
function rows(found: FunctionParameters | null): Array<[number, string, number]> | undefined {
  return found?.inRegisters.map(({ register, name, bytes }) => [register, name, bytes])
}

describe.each(['-O0', '-O2'])('parameters in registers (%s)', (level) => {
  const { parameters, module, addresses } = compiled(level, '-g')

  it('have the names of the source, without those passed elsewhere', () => {
    expect(parameters('scale')).toEqual({
      complete: true,
      inRegisters: [
        { register: 0, name: 'n', bytes: 4 },
        { register: 1, name: 'text', bytes: 8 },
        { register: 2, name: 'loud', bytes: 1 },
        { register: 3, name: 'size', bytes: 8 },
      ],
    })
    expect(rows(parameters('pass'))).toEqual([[0, 'n', 4]])
    expect(rows(parameters('many'))).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((name, register) => [register, name, 4]))
    expect(parameters('nothing')).toEqual({ complete: true, inRegisters: [] })
  })

  it('come after the address of a large result', () => {
    expect(rows(parameters('make'))).toEqual([
      [1, 'n', 4],
      [2, 'm', 8],
    ])
  })

  it('are addresses of what is passed by its address', () => {
    expect(rows(parameters('borrow'))).toEqual([
      [0, '&object', 8],
      [1, 'n', 4],
    ])
  })

  it('may be two for one name', () => {
    expect(rows(parameters('wide'))).toEqual([
      [0, 'n', 8],
      [1, 'n', 8],
      [2, 'm', 4],
    ])
  })

  it('are not complete where arguments vary', () => {
    expect(parameters('words')).toEqual({ complete: false, inRegisters: [{ register: 0, name: 'format', bytes: 8 }] })
  })

  it('are known only at the beginning of a function', () => {
    expect(module.parameters(addresses.get('scale')! + 1)).toBeNull()
    expect(module.parameters(1)).toBeNull()
  })
})

it('structures in registers are known if optimised code says so, and left open otherwise', () => {
  expect(rows(compiled('-O2', '-g').parameters('take'))).toEqual([
    [0, 'pair', 8],
    [1, 'n', 4],
  ])
  expect(compiled('-O0', '-g').parameters('take')).toEqual({ complete: false, inRegisters: [] })
})

it('none is known without debug information', () => {
  expect(compiled('-O2').parameters('scale')).toBeNull()
})

const FORTRAN = `
subroutine work(n, a, y, text, k) bind(c)
  use iso_c_binding
  integer(c_int), intent(in) :: n
  real(c_double), intent(in) :: a
  real(c_double) :: y(*)
  character(kind=c_char) :: text(*)
  integer(c_int), value :: k
  integer :: i
  do i = 1, n
    y(i) = y(i) * a + k
  end do
  text(1) = 'a'
end subroutine
`

describe.skipIf(isMissing('gfortran')).each(['-O0', '-O1', '-O2', '-O3'])('parameters of Fortran (%s)', (level) => {
  it('are addresses but for those by value', () => {
    const program = workspace.path(`fortran${level}`)
    workspace.run('gfortran', '-shared', '-fPIC', '-g', level, workspace.write('parameters.f90', FORTRAN), '-o', program)
    const module = loadSymbolsAddon().openModule(program, { debugDirectories: [] })
    expect(module.parameters(addressesOf(workspace, program).get('work')!)).toEqual({
      complete: true,
      inRegisters: [
        { register: 0, name: '&n', bytes: 8 },
        { register: 1, name: '&a', bytes: 8 },
        { register: 2, name: '&y', bytes: 8 },
        { register: 3, name: '&text', bytes: 8 },
        { register: 4, name: 'k', bytes: 4 },
      ],
    })
    module.close()
  })
})
