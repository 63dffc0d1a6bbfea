import type { HidingKind } from '#shared/accounts/blocks.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { FollowCountsPublisher } from '#server/features/accounts/follows/follow-counts.ts'
import { lockPair } from '#server/features/accounts/follows/queries.ts'
import { removeFollowsBetween } from '#server/features/accounts/follows/remove-follows.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { invalid, notFound, unauthorized } from '#server/http/errors.ts'
import {
  type HiddenPair,
  type HidingState,
  findHidingState,
} from '#server/features/accounts/hidden-users/queries.ts'
import { toPages } from '#server/realtime/page-message.ts'
import { userHidden } from './events.ts'
import { removeHidingReason, addHidingReason } from './queries.ts'

type Dependencies = Pick<Context, 'db' | 'events' | 'publish'> & { followCounts: FollowCountsPublisher }
type Desired = { kind: HidingKind; isHidden: boolean }

/**
 * Blocks or mutes a user, or ends the block or mute. The lock on both users serializes this with follows between them.
 * Throws 400 when users hide themselves, 404 for a user that does not exist.
 */
export async function setHiding(
  dependencies: Dependencies,
  pair: HiddenPair,
  desired: Desired,
): Promise<HidingState> {
  const { userId, otherId } = pair
  if (userId === otherId) throw invalid([{ path: 'userId', key: 'errors.hideOneself' }])
  return dependencies.db.transaction(async (tx) => {
    const locked = await lockPair(tx, { followerId: userId, followingId: otherId })
    if (!locked.some(({ id }) => id === otherId)) throw notFound('notFound.user')
    if (!locked.some(({ id }) => id === userId)) throw unauthorized()
    await applyChange(dependencies, tx, pair, desired)
    return findHidingState(tx, pair)
  })
}

async function applyChange(
  dependencies: Dependencies,
  tx: Executor,
  pair: HiddenPair,
  { kind, isHidden }: Desired,
): Promise<void> {
  const { events, publish } = dependencies
  const { userId, otherId } = pair
  const change = isHidden ? addHidingReason : removeHidingReason
  if (!(await change(tx, pair, kind === 'block' ? 'blockedAt' : 'mutedAt'))) return
  if (kind === 'block') await change(tx, { userId: otherId, otherId: userId }, 'blockedByAt')
  for (const changedId of kind === 'block' ? [userId, otherId] : [userId])
    publish(tx, toPages(inboxTopic(changedId), { type: 'hidden_users_changed' }))
  if (!isHidden) return
  if (kind === 'block') await removeFollowsBetween(dependencies, tx, userId, otherId)
  await events.announce(tx, userHidden, { userId, otherId, kind })
}
