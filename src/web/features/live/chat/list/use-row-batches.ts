import { useLayoutEffect, useState } from 'react'
import type { ChatEntry } from '#web/features/live/chat/session/chat-log.ts'

type Step = {
  rows: readonly ChatEntry[]
  /** This step removes rows from the start. */
  hasTrimmedStart: boolean
}

/**
 * Returns the entries as rows, in steps that keep the scroll position of a virtual list: it can remove rows at the
 * start or add rows at the end, but not both at once.
 */
export function useRowBatches(entries: readonly ChatEntry[]): Step {
  const [step, setStep] = useState<Step>({ rows: entries, hasTrimmedStart: false })
  useLayoutEffect(() => {
    if (step.rows === entries) return
    const trimmed = countTrimmed(step.rows, entries)
    // oxlint-disable-next-line react/set-state-in-effect -- the next step follows once this one is rendered
    setStep(
      trimmed > 0
        ? { rows: step.rows.slice(trimmed), hasTrimmedStart: true }
        : { rows: entries, hasTrimmedStart: false },
    )
  }, [step, entries])
  return step
}

/** Returns how many rows were removed from the start; 0 if the first entry is not among the rows. */
function countTrimmed(rows: readonly ChatEntry[], entries: readonly ChatEntry[]): number {
  const first = entries[0]?.key
  if (first === undefined || rows[0]?.key === first) return 0
  return Math.max(
    0,
    rows.findIndex(({ key }) => key === first),
  )
}
