import { useLayoutEffect, useState } from 'react'
import type { ChatEntry } from '#web/features/chat/session/chat-log.ts'

type Steps = {
  rows: readonly ChatEntry[]
  /** What is new about the rows is that some are gone from their start. */
  isCut: boolean
}

/**
 * The entries as rows, in steps that a virtual list can follow: it keeps what is seen in its place when rows go from
 * the start or come at the end, and loses it when both happen at once.
 */
export function useRowBatches(entries: readonly ChatEntry[]): Steps {
  const [steps, setSteps] = useState<Steps>({ rows: entries, isCut: false })
  useLayoutEffect(() => {
    if (steps.rows === entries) return
    const cut = fallenOff(steps.rows, entries)
    // oxlint-disable-next-line react/set-state-in-effect -- the next step follows once this one is drawn
    setSteps(cut > 0 ? { rows: steps.rows.slice(cut), isCut: true } : { rows: entries, isCut: false })
  }, [steps, entries])
  return steps
}

/** How many of the rows have fallen off the start; none when the rest is not the same from there on. */
function fallenOff(rows: readonly ChatEntry[], entries: readonly ChatEntry[]): number {
  const first = entries[0]?.key
  if (first === undefined || rows[0]?.key === first) return 0
  return Math.max(
    0,
    rows.findIndex(({ key }) => key === first),
  )
}
