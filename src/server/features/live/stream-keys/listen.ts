import type { WorkerContext } from '#server/feature.ts'
import { passwordReset } from '#server/features/accounts/auth/events.ts'
import { streamKeyRenewed } from './events.ts'
import { deleteKey } from './queries.ts'

/** Deletes the key of an account whose password was reset: the next access creates a new one. */
export function listenToPasswordResets({ events }: Pick<WorkerContext, 'events'>): void {
  events.within(passwordReset, async (tx, { userId }) => {
    await deleteKey(tx, userId)
    await events.announce(tx, streamKeyRenewed, { userId })
  })
}
