import * as calls from '#shared/videos/videos.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context, Mount } from '#server/feature.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import {
  recordNotifications,
  withdrawNotification,
} from '#server/features/notifications/notifications/notify.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { type LockedVisibleVideo, lockVisibleVideo } from '#server/features/videos/videos/lock-queries.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { setLike } from './queries.ts'
import { toPages } from '#server/realtime/page-message.ts'

export const mountVideoLikes: Mount = (app, { db, publish }) => {
  route(app, calls.likeVideo, ({ params, body, user }) =>
    // The lock on the video orders the changes, but not the events that are published after the commits.
    serializeBy(user.id, params.id, () => likeVideo({ db, publish }, user, params.id, body?.liked)),
  )
}

/**
 * Likes or unlikes a video; without `desired` it toggles. The lock on the video serializes concurrent calls. Throws
 * 403 `blocked`, 404.
 */
async function likeVideo(
  dependencies: Pick<Context, 'db' | 'publish'>,
  user: Caller,
  videoId: string,
  desired: boolean | undefined,
): Promise<{ liked: boolean; likesCount: number }> {
  return dependencies.db.transaction(async (tx) => {
    const video = await lockVisibleVideo(tx, videoId, user)
    if (!video) throw notFound('notFound.video')
    if (desired !== false) await refuseBlocked(tx, user.id, video.creatorId)
    const changed = await setLike(tx, { userId: user.id, videoId }, desired ?? null)
    const { liked, likesCount } = changed ?? { liked: desired === true, likesCount: video.likesCount }
    if (changed) await notifyCreator(dependencies, tx, { video, actorId: user.id, liked })
    const data = { isLiked: liked, likesCount }
    dependencies.publish(tx, toPages(inboxTopic(user.id), { type: 'video_like_changed', videoId, data }))
    return { liked, likesCount }
  })
}

function notifyCreator(
  dependencies: Pick<Context, 'publish'>,
  tx: Executor,
  { video, actorId, liked }: { video: LockedVisibleVideo; actorId: string; liked: boolean },
): Promise<void> {
  const event = { type: 'like', userId: video.creatorId, actorId, videoId: video.id } as const
  return liked
    ? recordNotifications(dependencies, tx, [event])
    : withdrawNotification(dependencies, tx, event)
}
