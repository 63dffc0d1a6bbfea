import { Counter } from '#web/ui/forms/field.tsx'

/** Share of the limit from which the counter is shown: before that it only distracts. */
const NEAR = 0.9

/** The counter of a text, as its limit comes near. */
export function TextLimit({ length, max }: { length: number; max: number }) {
  if (length < max * NEAR) return null
  return (
    <p className="text-end text-meta text-ink-3">
      <Counter count={length} max={max} />
    </p>
  )
}
