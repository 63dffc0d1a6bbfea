import { getUser } from '#shared/accounts/users.ts'
import type { Mount } from '#server/feature.ts'
import { findHidingStateForRequester } from '#server/features/accounts/hidden-users/queries.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { presentPublicUser, withoutLiveState } from '#server/features/accounts/users/present-user.ts'
import { findUserById, isUserActive } from '#server/features/accounts/users/queries.ts'
import { userPreview } from './user-preview.ts'

export const mountUsers: Mount = (app, { db, hub, previews, rowChanges }) => {
  previews.on('/profile/:userId', (params) => userPreview(db, params['userId']), 'everyone')
  previews.onRecord('/profile/:userId', (userId) => isUserActive(db, userId))

  route(app, getUser, async ({ params, user }) => {
    const row = await findUserById(db, params.userId)
    if (!row?.isActive) throw notFound('notFound.user')
    const { isBlocked, isMuted, hasBlock } = await findHidingStateForRequester(db, user, row.id)
    return {
      blockedByMe: isBlocked,
      mutedByMe: isMuted,
      postsHidden: hasBlock,
      ...presentPublicUser(hasBlock ? withoutLiveState(row) : row, user),
    }
  })

  // On every node, as the change may come from any of them, or from a worker.
  return rowChanges.on('users', (userId) =>
    hub.publish(inboxTopic(userId), { type: 'account_changed', userId }),
  )
}
