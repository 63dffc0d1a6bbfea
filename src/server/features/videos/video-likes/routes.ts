import { likeVideo } from '#shared/videos/videos.ts'
import type { Context, Feature } from '#server/feature.ts'
import { type LikeSubject, likeHandler } from '#server/features/accounts/reactions/like-handler.ts'
import {
  recordNotifications,
  withdrawNotification,
} from '#server/features/notifications/notifications/notify.ts'
import {
  LIKEABLE_VIDEOS,
  type LockedVisibleVideo,
  lockVisibleVideo,
} from '#server/features/videos/videos/lock-queries.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'

export const videoLikes: Feature = {
  name: 'video-likes',
  register(app, context) {
    route(app, likeVideo, likeHandler(context, videoSubject(context)))
  },
}

const videoSubject = (
  dependencies: Pick<Context, 'publish'>,
): LikeSubject<LockedVisibleVideo & { ownerId: string }> => ({
  likeable: LIKEABLE_VIDEOS,
  async lock(tx, id, user) {
    const video = await lockVisibleVideo(tx, id, user)
    if (!video) throw notFound('notFound.video')
    return { ...video, ownerId: video.creatorId }
  },
  async onChange(tx, video, { userId, liked }) {
    const event = { type: 'like', userId: video.creatorId, actorId: userId, videoId: video.id } as const
    if (liked) await recordNotifications(dependencies, tx, [event])
    else await withdrawNotification(dependencies, tx, event)
  },
  toOwnPages: (videoId, data) => ({ type: 'video_like_changed', videoId, data }),
})
