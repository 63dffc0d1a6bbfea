import { VIEW_SECONDS, reportView } from '#shared/video-views.ts'
import type { Feature } from '#server/feature.ts'
import { identify } from '#server/features/auth/sessions.ts'
import { broadcastViewer } from '#server/features/live/broadcast-viewer.ts'
import { notFound } from '#server/http/errors.ts'
import { type Call, route } from '#server/http/route.ts'
import { type Report, findWatchedVideo, storeReport } from './queries.ts'

/** Stored characters of the `User-Agent` header. */
const MAX_USER_AGENT_LENGTH = 300

export const videoViews: Feature = {
  name: 'video-views',
  register(app, { db }) {
    route(
      app,
      reportView,
      async (call) => {
        const video = await findWatchedVideo(db, call.params.id, call.user)
        if (!video) throw notFound('notFound.video')
        const { viewsCount } = video
        // Creators who check their own video are not its audience, nor are admins who look at a hidden one.
        if (video.creatorId === call.user?.id || !video.isOpen) return { counted: false, viewsCount }
        const stored = await storeReport(db, reportOf(call, video))
        return { counted: stored?.counted ?? false, viewsCount: stored?.viewsCount ?? viewsCount }
      },
      { keepsUserCache: true },
    )
  },
}

function reportOf(
  { params, body, user, request }: Call<typeof reportView>,
  { duration }: { duration: number },
): Report {
  const { address, userAgent, visitorId } = identify(request)
  return {
    ...body,
    videoId: params.id,
    viewerId: user?.id ?? null,
    visitorId: user ? null : broadcastViewer({ user, visitorId, address }).key,
    position: body.position === undefined ? undefined : Math.min(body.position, duration),
    ipAddress: address,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    // An unknown duration is 0.
    threshold: duration > 0 ? Math.min(VIEW_SECONDS, duration / 2) : VIEW_SECONDS,
  }
}
