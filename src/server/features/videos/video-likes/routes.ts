import * as calls from '#shared/videos/videos.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context, Feature } from '#server/feature.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import type { NotificationChange } from '#server/features/notifications/notifications/notification-event.ts'
import {
  deliverNotifications,
  recordNotifications,
  withdrawNotification,
} from '#server/features/notifications/notifications/notify.ts'
import { inboxTopic } from '#server/features/notifications/notifications/topics.ts'
import { type LockedVisibleVideo, lockVisibleVideo } from '#server/features/videos/videos/lock-queries.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { setLike } from './queries.ts'

export const videoLikes: Feature = {
  name: 'video-likes',
  register(app, { db, hub, log }) {
    route(app, calls.likeVideo, ({ params, body, user }) =>
      // The lock on the video orders the changes, but not the events that are published after the commits.
      serializeBy(user.id, params.id, () => likeVideo({ db, hub, log }, user, params.id, body?.liked)),
    )
  },
}

/**
 * Likes or unlikes a video; without `desired` it toggles. The lock on the video serializes concurrent calls. Throws
 * 403 `blocked`, 404.
 */
async function likeVideo(
  dependencies: Pick<Context, 'db' | 'hub' | 'log'>,
  user: Caller,
  videoId: string,
  desired: boolean | undefined,
): Promise<{ liked: boolean; likesCount: number }> {
  const { video, changed, notifications } = await dependencies.db.transaction(async (tx) => {
    const locked = await lockVisibleVideo(tx, videoId, user)
    if (!locked) throw notFound('notFound.video')
    if (desired !== false) await refuseBlocked(tx, user.id, locked.creatorId)
    const outcome = await setLike(tx, { userId: user.id, videoId }, desired ?? null)
    const notificationChanges = outcome ? await notifyCreator(tx, locked, user.id, outcome.liked) : []
    return { video: locked, changed: outcome, notifications: notificationChanges }
  })
  const { liked, likesCount } = changed ?? { liked: desired === true, likesCount: video.likesCount }
  const data = { isLiked: liked, likesCount }
  dependencies.hub.publish(inboxTopic(user.id), { type: 'video_like_changed', videoId, data })
  deliverNotifications(dependencies, notifications)
  return { liked, likesCount }
}

function notifyCreator(
  tx: Executor,
  { id: videoId, creatorId }: LockedVisibleVideo,
  actorId: string,
  liked: boolean,
): Promise<NotificationChange[]> {
  const event = { type: 'like', userId: creatorId, actorId, videoId } as const
  return liked ? recordNotifications(tx, [event]) : withdrawNotification(tx, event)
}
