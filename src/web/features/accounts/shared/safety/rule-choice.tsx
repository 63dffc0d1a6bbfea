import { useId } from 'react'
import { useFormatter } from 'use-intl/react'
import { OTHER_REASON } from '#shared/operations/reports.ts'

type RuleChoiceProps = {
  legend: string
  rules: readonly string[]
  /** The label of a choice without a rule, if that is possible. */
  other?: string
  /** The text of a rule, or `OTHER_REASON`. */
  value: string | null
  onChange: (value: string) => void
}

/** One of the numbered rules of the site, as radio buttons. */
export function RuleChoice({ legend, rules, other, value, onChange }: RuleChoiceProps) {
  const format = useFormatter()
  const name = useId()
  const choices = [
    ...rules.map((rule, index) => ({ value: rule, label: `${format.number(index + 1)}. ${rule}` })),
    ...(other === undefined ? [] : [{ value: OTHER_REASON, label: other }]),
  ]
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1.5 text-small font-[650]">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex min-h-(--tap) cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-small leading-snug hover:bg-raised has-checked:bg-link-soft has-checked:font-semibold"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
            className="size-5 flex-none accent-(--link)"
          />
          <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
            {choice.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
