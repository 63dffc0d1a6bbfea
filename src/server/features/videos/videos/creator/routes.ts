import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import * as calls from '#shared/videos/creator-videos.ts'
import type { Video } from '#shared/videos/videos.ts'
import { videoFileCacheService } from '#server/features/videos/videos/files/video-file-cache.ts'
import type { Mount } from '#server/feature.ts'
import { refuseLinksOfNewAccount } from '#server/features/accounts/new-accounts/limit-new-account.ts'
import type { Caller } from '#server/http/access.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'
import { assertMayChange } from '#server/http/timed-out.ts'
import { videoDeleted } from '../events.ts'
import { getOwnVideo, getVisibleVideo } from '../access.ts'
import { presentVideo } from '../present-video.ts'
import { listByCreator } from '../queries.ts'
import { changeCaptions } from './change-captions.ts'
import type { ChangeDependencies, OwnVideo } from './change-video.ts'
import { createVideo, textsOf } from './create-video.ts'
import { publishVideo, retryVideo, updateVideo, videoRepairs } from './edit-video.ts'
import { removeVideo } from './remove-video.ts'

const cursor = z.tuple([id])

export const mountCreatorVideos: Mount = (app, context) => {
  const repairs = context.service(videoRepairs)
  context.events.on(videoDeleted, ({ videoId }) => fileCache.invalidate(videoId))
  const fileCache = context.service(videoFileCacheService)
  const { db } = context
  const dependencies: ChangeDependencies = context
  const present = async (videoId: string, user: Caller): Promise<Video> =>
    presentVideo(await getVisibleVideo(db, videoId, user), user)
  /** Returns the changed video. Throws 403 for another member's, 404 for a hidden one. */
  const change = async (
    videoId: string,
    user: Caller,
    apply: (own: OwnVideo) => Promise<void>,
  ): Promise<Video> => {
    const { video } = await getOwnVideo(db, videoId, user)
    await apply({ id: video.id, creatorId: user.id })
    fileCache.invalidate(video.id)
    return present(video.id, user)
  }

  route(app, calls.listCreatorVideos, async ({ query, user, request, reply }) => {
    const [beforeId] = decodeCursor(query.cursor, cursor) ?? []
    const rows = await listByCreator(db, user, query, query.limit + 1, beforeId)
    const page = paginate({ request, reply }, rows, query.limit, ({ video }) => [video.id])
    return page.map((row) => presentVideo(row, user))
  })

  route(app, calls.createVideo, async ({ body, user }) => {
    await refuseLinksOfNewAccount(context, user, textsOf(body))
    return present(await createVideo(dependencies, user.id, body), user)
  })

  route(app, calls.updateVideo, async ({ params, body, user, request }) => {
    assertMayChange(request, body)
    await refuseLinksOfNewAccount(context, user, textsOf(body))
    return change(params.id, user, (own) => updateVideo(dependencies, own, body))
  })

  route(app, calls.publishVideo, ({ params, user }) =>
    change(params.id, user, (own) => publishVideo(dependencies, own)),
  )

  route(app, calls.retryVideo, ({ params, user }) =>
    change(params.id, user, (own) => retryVideo(dependencies, own, repairs)),
  )

  route(app, calls.setCaptions, ({ params, body, user }) =>
    change(params.id, user, (own) =>
      changeCaptions(dependencies, own, { language: params.lang, url: body.url }),
    ),
  )

  route(app, calls.deleteCaptions, ({ params, user }) =>
    change(params.id, user, (own) => changeCaptions(dependencies, own, { language: params.lang, url: null })),
  )

  route(app, calls.deleteVideo, async ({ params, user }) => {
    const { video } = await getOwnVideo(db, params.id, user)
    const deletionDb = context.deletionDb.for(user.id)
    const removed = await removeVideo({ ...context, deletionDb }, video.id, user.id)
    fileCache.invalidate(video.id)
    return removed
  })
}
