/** Inputs of the studied programs: made up, and the same bytes on every machine. */

/** Uniform numbers in [0, 1) (xorshift, 32 bits). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** A pulse-code-modulated sound: 16-bit stereo at 44.1 kHz, some tones that come and go, and noise. */
export function sound(seconds: number): Buffer {
  const rate = 44_100
  const random = randomNumbers(2_463_534_242)
  const samples = Math.round(seconds * rate)
  const output = Buffer.alloc(samples * 4)
  for (let i = 0; i < samples; i++) {
    const time = i / rate
    const tone = (frequency: number, beat: number) => Math.sin(2 * Math.PI * frequency * time) * Math.sin(2 * Math.PI * beat * time) ** 2
    const left = 6000 * tone(220, 0.7) + 4000 * tone(331, 1.3) + 800 * (random() - 0.5)
    const right = 5000 * tone(220, 0.9) + 3000 * tone(1103, 2.1) + 800 * (random() - 0.5)
    output.writeInt16LE(Math.round(left), i * 4)
    output.writeInt16LE(Math.round(right), i * 4 + 2)
  }
  return output
}

/** A picture as binary PPM: soft shapes, edges and some grain. */
export function picture(width: number, height: number): Buffer {
  const random = randomNumbers(88_172_645)
  const head = Buffer.from(`P6\n${width} ${height}\n255\n`, 'latin1')
  const pixels = Buffer.alloc(width * height * 3)
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const soft = 100 + 60 * Math.sin(x / 37) * Math.cos(y / 53)
      const edge = (Math.floor(x / 64) + Math.floor(y / 48)) % 3 === 0 ? 50 : 0
      for (const shift of [0, 15, 30]) pixels[at++] = Math.round(soft + edge + shift + 12 * (random() - 0.5))
    }
  }
  return Buffer.concat([head, pixels])
}

/** A satisfiability problem in DIMACS form: random clauses of three of `variables`, `ratio` clauses for each variable. */
export function clauses(variables: number, ratio: number, seed: number): string {
  const random = randomNumbers(seed)
  const literal = () => (1 + Math.floor(random() * variables)) * (random() < 0.5 ? -1 : 1)
  const count = Math.round(variables * ratio)
  const lines = Array.from({ length: count }, () => `${literal()} ${literal()} ${literal()} 0`)
  return `p cnf ${variables} ${count}\n${lines.join('\n')}\n`
}

/** A linear programme in lp_solve's form: `rows` limits on sums of some of `columns` amounts. */
export function linearProgramme(rows: number, columns: number): string {
  const random = randomNumbers(362_436_069)
  const cost = Array.from({ length: columns }, (_, i) => `${5 + Math.floor(random() * 40)} x${i}`).join(' + ')
  const limits = Array.from({ length: rows }, () => {
    const terms = Array.from({ length: columns }, (_, i) => (random() < 0.25 ? `${1 + Math.floor(random() * 20)} x${i}` : null)).filter((term) => term !== null)
    return `${terms.join(' + ')} <= ${400 + Math.floor(random() * 400)};`
  })
  return `max: ${cost};\n${limits.join('\n')}\n`
}

const nucleotides = 'ACGT'
const aminoAcids = 'ACDEFGHIKLMNPQRSTVWY'

function randomSequence(letters: string, length: number, random: () => number): string[] {
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]!)
}

/** An alignment in FASTA form: `count` descendants of one sequence, each a changed copy of an earlier one. */
export function alignment(count: number, length: number): string {
  const random = randomNumbers(521_288_629)
  const sequences = [randomSequence(nucleotides, length, random)]
  while (sequences.length < count) {
    const parent = sequences[Math.floor(random() * sequences.length)]!
    sequences.push(parent.map((letter) => (random() < 0.05 ? nucleotides[Math.floor(random() * 4)]! : letter)))
  }
  return sequences.map((letters, i) => `>s${i}\n${letters.join('')}\n`).join('')
}

/** Made-up proteins in FASTA form. */
export function proteins(count: number, length: number): string {
  const random = randomNumbers(123_456_789)
  return Array.from({ length: count }, (_, i) => `>p${i}\n${randomSequence(aminoAcids, length, random).join('')}\n`).join('')
}

const conversionKinds = [
  ['miles', 'kilometers'],
  ['pounds', 'kilograms'],
  ['gallons', 'liters'],
  ['acres', 'hectares'],
  ['horsepower', 'watts'],
  ['atmospheres', 'pascals'],
  ['btu', 'kilojoules'],
  ['knots', 'meters/second'],
  ['fortnights', 'microcenturies'],
  ['furlongs/fortnight', 'inches/hour'],
] as const

/** Pairs of lines for GNU units: a quantity, and the unit that it is wanted in. */
export function conversions(count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = conversionKinds[i % conversionKinds.length]!
    return `${1 + ((i * 7919) % 10_007)} ${from}\n${to}\n`
  }).join('')
}
