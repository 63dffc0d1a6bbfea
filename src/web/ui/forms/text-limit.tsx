import { Counter } from '#web/ui/forms/field.tsx'

/** Fraction of the limit at which the counter appears; earlier it only distracts. */
const SHOW_FROM_RATIO = 0.9

/** A character counter, shown when the text is close to its limit. */
export function TextLimit({ length, max }: { length: number; max: number }) {
  if (length < max * SHOW_FROM_RATIO) return null
  return (
    <p className="text-end text-meta text-ink-3">
      <Counter count={length} max={max} />
    </p>
  )
}
