import type { WorkerContext } from '#server/feature.ts'
import { contentHeld } from '#server/features/community/held-content/events.ts'
import { openHeldCase } from './case-queries.ts'

/** Opens a case for held content. */
export function listenToHeldContent({ events }: Pick<WorkerContext, 'events'>): void {
  events.within(contentHeld, (tx, held) => openHeldCase(tx, held))
}
