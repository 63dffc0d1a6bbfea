import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { type Context, definePageUpdate } from '#server/feature.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { type NotificationLists, notificationListsService } from './list-queries.ts'
import type { NotificationChange } from './notification-event.ts'
import { publishChanges } from './publish-changes.ts'

export const notificationChanges = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('opened'), id }),
    z.object({ kind: z.enum(['withdrawn', 'restored']), id, userId: id }),
  ]),
)

/** Notifications were opened, withdrawn or restored. */
export const notificationsChanged = definePageUpdate<NotificationChange[]>({
  name: 'notifications.changed',
  data: notificationChanges,
  present: (context, changes) =>
    deliver({ ...context, lists: context.service(notificationListsService) }, changes),
})

type Dependencies = Pick<Context, 'db' | 'hub' | 'log'> & { lists: NotificationLists }

/** Changes that are not delivered yet, deduplicated by their kind and notification. */
type Delivery = { pendingByKey: Map<string, NotificationChange>; done: Promise<void> }
/** The running deliveries by hub. */
const deliveries = new WeakMap<Hub, Delivery>()
const BATCH_SIZE = 100

/**
 * Publishes changes to the recipients' sockets of this node. Never throws or blocks. Changes that arrive
 * during a delivery are batched and deduplicated, so that a post with many likes costs little more than one with few.
 * Deliveries are sequential, so that no notification is published after its withdrawal.
 */
function deliver(dependencies: Dependencies, changes: readonly NotificationChange[]): void {
  if (changes.length === 0) return
  const current = deliveries.get(dependencies.hub)
  const delivery: Delivery = current ?? { pendingByKey: new Map(), done: Promise.resolve() }
  for (const change of changes) delivery.pendingByKey.set(`${change.kind} ${change.id}`, change)
  if (current) return
  deliveries.set(dependencies.hub, delivery)
  delivery.done = deliverPending(dependencies, delivery)
}

/** Resolves when nothing is pending for the hub. */
export async function waitForDeliveries(hub: Hub): Promise<void> {
  await deliveries.get(hub)?.done
}

async function deliverPending(dependencies: Dependencies, { pendingByKey }: Delivery): Promise<void> {
  while (pendingByKey.size > 0) {
    const batch = [...pendingByKey].slice(0, BATCH_SIZE)
    for (const [key] of batch) pendingByKey.delete(key)
    try {
      await publishChanges(
        dependencies,
        batch.map(([, change]) => change),
      )
    } catch (error) {
      dependencies.log.error({ err: error }, 'notifications were not delivered')
    }
  }
  deliveries.delete(dependencies.hub)
}
