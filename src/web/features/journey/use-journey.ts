import { listJourney, madeIn, type Step } from '#shared/journey.ts'
import { callList } from '#web/api/call.ts'
import { usePages } from '#web/api/use-pages.ts'

/** What the member has made, the newest first; asked for at each visit. */
export function useJourney() {
  return usePages({
    key: ['journey'],
    load: (cursor) => callList(listJourney, { query: { cursor } }),
    idOf: idOfStep,
    freshMs: 0,
  })
}

export const idOfStep = (step: Step) => madeIn(step).id

/** When a step was taken, ISO. */
export const timeOf = (step: Step) => madeIn(step).createdAt
