import { ToggleGroup } from 'radix-ui'

interface SwitchProps<Choice extends string> {
  label: string
  value: Choice
  /** In the order in which they are shown. */
  options: Record<Choice, string>
  titles: Record<Choice, string>
  onChange(choice: Choice): void
}

/** A few exclusive choices side by side. */
export function Switch<Choice extends string>({ label, value, options, titles, onChange }: SwitchProps<Choice>) {
  return (
    <ToggleGroup.Root
      type="single"
      className="switch"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        if (next !== '') onChange(next as Choice)
      }}
    >
      {(Object.keys(options) as Choice[]).map((choice) => (
        <ToggleGroup.Item key={choice} value={choice} className="switch-choice" title={titles[choice]}>
          {options[choice]}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
