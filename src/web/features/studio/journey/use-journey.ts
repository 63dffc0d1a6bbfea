import { listJourney, contentOf, type JourneyItem } from '#shared/studio/journey.ts'
import { callList } from '#web/api/call.ts'
import { usePages } from '#web/api/use-pages.ts'

/** The current user's posts, streams and videos, the newest first; reloaded at each visit. */
export function useJourney() {
  return usePages({
    key: ['journey'],
    load: (cursor) => callList(listJourney, { query: { cursor } }),
    idOf: stepId,
    staleMs: 0,
  })
}

export const stepId = (step: JourneyItem) => contentOf(step).id

/** The creation time of a step, ISO 8601. */
export const stepTime = (step: JourneyItem) => contentOf(step).createdAt
