import { VIEW_SECONDS, reportView } from '#shared/videos/video-views.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import type { Context, Mount } from '#server/feature.ts'
import { identify } from '#server/features/accounts/auth/sessions.ts'
import { toBroadcastViewer } from '#server/features/live/live/broadcast-viewer.ts'
import { notFound, rateLimited } from '#server/http/errors.ts'
import { requesterOf } from '#server/http/rates/call-rates.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { type Call, route } from '#server/http/route.ts'
import { type Report, findWatchedVideo, storeReport } from './queries.ts'

/**
 * Reports of all viewers that are stored at the same time, and so the connections that they use: the others wait
 * without one.
 */
const MAX_CONCURRENT = 8
/** Waiting reports of a requester from which on further ones are refused: the next report of a page contains everything. */
const MAX_WAITING = 500
const RETRY_SECONDS = 5
const MAX_WAIT_MS = 5000
/** Stored characters of the `User-Agent` header. */
const MAX_USER_AGENT_LENGTH = 300

export const mountVideoViews: Mount = (app, context) => {
  const enqueue = createFairQueue(MAX_CONCURRENT)
  route(
    app,
    reportView,
    (call) => {
      const requester = requesterOf(call.request)
      if (enqueue.countWaiting(requester) >= MAX_WAITING) throw rateLimited(RETRY_SECONDS)
      const enqueuedAt = performance.now()
      return enqueue(requester, async () => {
        // Behind reports that hang with the database.
        if (performance.now() - enqueuedAt > MAX_WAIT_MS) throw rateLimited(RETRY_SECONDS)
        return acceptReport(context, call)
      })
    },
    { keepsUserCache: true },
  )
}

async function acceptReport(
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  call: Call<typeof reportView>,
): Promise<ResponseOf<typeof reportView>> {
  const video = await findWatchedVideo(db, call.params.id, call.user)
  if (!video) throw notFound('notFound.video')
  const { viewsCount } = video
  // Creators who check their own video are not its audience, nor are admins who look at a hidden one.
  if (video.creatorId === call.user?.id || !video.isOpen) return { counted: false, viewsCount }
  const requester = requesterOf(call.request)
  const playbacks = rateOf(call.user ? 'playbacks' : 'playbacksOfAddress')
  const mayBegin = !(await limits.isReached(playbacks, requester))
  const stored = await storeReport(db, { ...reportOf(call, video), mayBegin })
  if (stored?.hasBegun) await limits.tryConsume(playbacks, requester)
  return { counted: stored?.counted ?? false, viewsCount: stored?.viewsCount ?? viewsCount }
}

function reportOf(
  { params, body, user, request }: Call<typeof reportView>,
  { duration }: { duration: number },
): Omit<Report, 'mayBegin'> {
  const { address, userAgent, visitorId } = identify(request)
  return {
    ...body,
    videoId: params.id,
    viewerId: user?.id ?? null,
    visitorId: user ? null : toBroadcastViewer({ user, visitorId, address }).key,
    position: body.position === undefined ? undefined : Math.min(body.position, duration),
    ipAddress: address,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    // An unknown duration is 0.
    threshold: duration > 0 ? Math.min(VIEW_SECONDS, duration / 2) : VIEW_SECONDS,
  }
}
