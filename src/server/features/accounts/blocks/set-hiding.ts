import type { HidingKind } from '#shared/accounts/blocks.ts'
import type { Executor } from '#server/db/executor.ts'
import { notifyNodes } from '#server/db/notify-nodes.ts'
import type { Context } from '#server/feature.ts'
import type { FollowCountsPublisher } from '#server/features/accounts/follows/follow-counts.ts'
import { lockPair } from '#server/features/accounts/follows/queries.ts'
import {
  type RemovedFollows,
  publishRemovedFollows,
  removeFollowsBetween,
} from '#server/features/accounts/follows/remove-follows.ts'
import type { NotificationChange } from '#server/features/notifications/notifications/notification-event.ts'
import {
  deliverNotifications,
  withdrawActorFrom,
  withdrawContentFrom,
} from '#server/features/notifications/notifications/notify.ts'
import { invalid, notFound, unauthorized } from '#server/http/errors.ts'
import {
  type HiddenPair,
  type HidingState,
  findHidingState,
} from '#server/features/accounts/hidden-users/queries.ts'
import { deleteReason, insertReason } from './queries.ts'

type Dependencies = Pick<Context, 'db' | 'hub' | 'log'> & { followCounts: FollowCountsPublisher }
/** The changes to publish after the commit. */
type Outcome = { follows: RemovedFollows | null; notifications: NotificationChange[]; state: HidingState }
type Desired = { kind: HidingKind; isHidden: boolean }

/**
 * Blocks, mutes, or ends it. The lock on both users serializes it with follows between them. Throws 400 when users hide
 * themselves, 404 for a user that does not exist.
 */
export async function setHiding(
  dependencies: Dependencies,
  pair: HiddenPair,
  desired: Desired,
): Promise<HidingState> {
  const { db, hub, log, followCounts } = dependencies
  const { userId, otherId } = pair
  if (userId === otherId) throw invalid([{ path: 'userId', key: 'errors.hideOneself' }])
  const { follows, notifications, state } = await db.transaction(async (tx) => {
    const locked = await lockPair(tx, { followerId: userId, followingId: otherId })
    if (!locked.some(({ id }) => id === otherId)) throw notFound('notFound.user')
    if (!locked.some(({ id }) => id === userId)) throw unauthorized()
    return applyChange(tx, pair, desired)
  })
  if (follows) publishRemovedFollows({ hub, followCounts }, follows)
  deliverNotifications({ db, hub, log }, notifications)
  return state
}

async function applyChange(tx: Executor, pair: HiddenPair, { kind, isHidden }: Desired): Promise<Outcome> {
  const change = isHidden ? insertReason : deleteReason
  const other = { userId: pair.otherId, otherId: pair.userId }
  const isChanged = await change(tx, pair, kind === 'block' ? 'blockedAt' : 'mutedAt')
  if (isChanged && kind === 'block') await change(tx, other, 'blockedByAt')
  if (isChanged) await notifyNodes(tx, 'hidden_users', kind === 'block' ? Object.values(pair) : [pair.userId])
  const isEnding = isChanged && isHidden
  return {
    follows: isEnding && kind === 'block' ? await removeFollowsBetween(tx, pair.userId, pair.otherId) : null,
    notifications: isEnding ? await withdrawFor(tx, kind === 'block' ? [pair, other] : [pair], kind) : [],
    state: await findHidingState(tx, pair),
  }
}

async function withdrawFor(
  tx: Executor,
  pairs: readonly HiddenPair[],
  kind: HidingKind,
): Promise<NotificationChange[]> {
  const changes: NotificationChange[] = []
  for (const { userId, otherId } of pairs) {
    changes.push(...(await withdrawActorFrom(tx, { userId, actorId: otherId })))
    // A muted user's posts can still be opened, those of the other side of a block cannot.
    if (kind === 'block') changes.push(...(await withdrawContentFrom(tx, { userId, ownerId: otherId })))
  }
  return changes
}
