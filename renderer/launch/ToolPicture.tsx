import type { Tool } from '../../shared/run.ts'

/** One access on a line of time. */
interface Step {
  /** 0 to 100 from left to right. */
  at: number
  mark: 'earlier' | 'later' | 'other'
  code: string
  word?: string
}

interface Picture {
  label: string
  /** One line of time per thread. */
  lines: Step[][]
  /** Text for the time between the accesses: "a is not read". */
  between?: string
}

const pictures: Record<Tool, Picture> = {
  'dead-stores': {
    label: 'First a store to a, then another store to a, with no load in between: the first store is dead',
    lines: [
      [
        { at: 11, mark: 'earlier', code: 'a = 0', word: 'dead store' },
        { at: 88, mark: 'later', code: 'a = f(x)', word: 'killing store' },
      ],
    ],
    between: 'a is not read',
  },
  'silent-stores': {
    label: 'A store of 7 to a, then another store of 7 to a: the second changes nothing',
    lines: [
      [
        { at: 11, mark: 'earlier', code: 'a = 7', word: 'earlier store' },
        { at: 88, mark: 'later', code: 'a = 7', word: 'redundant store' },
      ],
    ],
    between: 'a stays 7',
  },
  'redundant-loads': {
    label: 'A load of a brings 7, a later load of a brings 7 again',
    lines: [
      [
        { at: 11, mark: 'earlier', code: 'x = a', word: 'earlier load' },
        { at: 88, mark: 'later', code: 'y = a', word: 'repeating load' },
      ],
    ],
    between: 'a is 7 both times',
  },
  'reuse-distance': {
    label: 'Between the use of a and its reuse other data are touched: that is the distance',
    lines: [
      [
        { at: 11, mark: 'earlier', code: 'a', word: 'use' },
        { at: 32, mark: 'other', code: 'b' },
        { at: 44, mark: 'other', code: 'c' },
        { at: 56, mark: 'other', code: 'd' },
        { at: 68, mark: 'other', code: '…' },
        { at: 88, mark: 'later', code: 'a', word: 'reuse' },
      ],
    ],
  },
  'false-sharing': {
    label: 'Thread A writes the first bytes of a cache line, thread B other bytes of the same line: the line travels between them',
    lines: [
      [
        { at: 25, mark: 'earlier', code: 'line[0] = x' },
        { at: 75, mark: 'other', code: 'line[0] = x' },
      ],
      [{ at: 50, mark: 'later', code: 'line[8] = y' }],
    ],
  },
  'spatial-loads': {
    label: 'A load of a[3] brings 0, the next load of the array, of a[8], brings 0 too',
    lines: [
      [
        { at: 11, mark: 'earlier', code: 'x = a[3]', word: 'earlier load' },
        { at: 88, mark: 'later', code: 'y = a[8]', word: 'repeating load' },
      ],
    ],
    between: 'both are 0',
  },
  registers: {
    label: 'A computation leaves 7 in a register, a later one leaves 7 in it again',
    lines: [
      [
        { at: 11, mark: 'earlier', code: 'eax ← 7', word: 'earlier write' },
        { at: 88, mark: 'later', code: 'eax ← 7', word: 'redundant write' },
      ],
    ],
    between: 'eax stays 7',
  },
  values: {
    label: 'A call f(8, x), again f(8, y), again f(8, z): the first parameter is nearly always 8',
    lines: [
      [
        { at: 11, mark: 'earlier', code: 'f(8, x)' },
        { at: 49, mark: 'earlier', code: 'f(8, y)', word: 'n is 8' },
        { at: 88, mark: 'earlier', code: 'f(8, z)' },
      ],
    ],
  },
}

const width = 280
const threadNames = ['A', 'B']

/** A picture of a tool's findings: accesses on a line of time. */
export function ToolPicture({ tool }: { tool: Tool }) {
  const { label, lines, between } = pictures[tool]
  const several = lines.length > 1
  return (
    <svg className="picture" viewBox={`0 0 ${width} 52`} role="img" aria-label={label}>
      {lines.map((steps, thread) => {
        const bottom = several ? 21 + thread * 24 : 40
        return (
          <g key={thread}>
            <line x1={several ? 16 : 6} y1={bottom} x2={width - 6} y2={bottom} className="picture-axis" />
            {several ? (
              <text x={4} y={bottom + 4} className="picture-word">
                {threadNames[thread]}
              </text>
            ) : null}
            {steps.map((step) => (
              <StepMark key={step.at} step={step} bottom={bottom} />
            ))}
          </g>
        )
      })}
      {between === undefined ? null : (
        <text x={width * 0.495} y={35} textAnchor="middle" className="picture-word">
          {between}
        </text>
      )}
    </svg>
  )
}

function StepMark({ step: { at, mark, code, word }, bottom }: { step: Step; bottom: number }) {
  const x = 16 + (at / 100) * (width - 32)
  const shapes = { earlier: `M${x} ${bottom - 6} l5 6 -5 6 -5 -6z`, later: `M${x} ${bottom - 6} l6 11 h-12z`, other: `M${x - 1.5} ${bottom - 4} h3 v8 h-3z` }
  return (
    <>
      <path d={shapes[mark]} className={`picture-${mark}`} />
      <text x={x} y={word === undefined ? bottom - 9 : 12} textAnchor="middle" className="picture-code">
        {code}
      </text>
      {word === undefined ? null : (
        <text x={x} y={25} textAnchor="middle" className="picture-word">
          {word}
        </text>
      )}
    </>
  )
}
