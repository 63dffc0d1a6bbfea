import { listJourney, type Step } from '#shared/journey.ts'
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

export function idOfStep(step: Step): string {
  return step.type === 'post' ? step.post.id : step.stream.id
}

/** When a step was taken, ISO. */
export function timeOf(step: Step): string {
  return step.type === 'post' ? step.post.createdAt : step.stream.createdAt
}
