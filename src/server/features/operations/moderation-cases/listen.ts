import type { EventBus } from '#server/events/event-bus.ts'
import { contentHeld } from '#server/features/community/held-content/events.ts'
import { openHeldCase } from './case-queries.ts'

/** Opens a case for what is held. */
export function listenToHeldContent(events: EventBus): void {
  events.within(contentHeld, (tx, held) => openHeldCase(tx, held))
}
