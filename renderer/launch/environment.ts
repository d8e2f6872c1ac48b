/** One line of the environment editor. */
export interface EnvironmentChange {
  name: string
  value: string
  remove: boolean
}

export function changesOf(environment: Record<string, string | null>): EnvironmentChange[] {
  return Object.entries(environment).map(([name, value]) => ({ name, value: value ?? '', remove: value === null }))
}

/** The environment of a launch request: null removes a variable. Lines without a name do not count. */
export function environmentOf(changes: EnvironmentChange[]): Record<string, string | null> {
  return Object.fromEntries(changes.filter(({ name }) => name.trim() !== '').map(({ name, value, remove }) => [name.trim(), remove ? null : value]))
}

export function environmentProblem(changes: EnvironmentChange[]): string | null {
  const names = changes.map(({ name }) => name.trim()).filter((name) => name !== '')
  const bad = names.find((name) => /[=\0]/.test(name))
  if (bad !== undefined) return `“${bad}” is not a valid variable name: it must not contain “=”.`
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? null : `The variable ${twice} appears twice. Remove one.`
}
