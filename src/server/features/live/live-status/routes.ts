import { id } from '#shared/fields.ts'
import { type LiveStatus, getLiveStatus } from '#shared/live/live-status.ts'
import { type LiveSnapshot, isUp, liveStatsService } from '#server/features/live/live-status/live-stats.ts'
import type { Mount } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { findProblems } from './find-problems.ts'
import { mediaEndpointOf } from './media-addresses.ts'
import { findTitles } from './queries.ts'

export const mountLiveStatus: Mount = (app, { config, db, service }) => {
  const liveStats = service(liveStatsService)
  route(app, getLiveStatus, async ({ request }): Promise<LiveStatus> => {
    const stats = await liveStats.read()
    const ids = stats?.streams.map(({ streamId }) => streamId).filter(isId) ?? []
    const titles = await findTitles(db, ids)
    const media = mediaEndpointOf(config)
    const reachability = { isUp: isUp(stats), addresses: media.addresses, requestedHost: request.hostname }
    return {
      isUp: reachability.isUp,
      processes: stats?.processes.filter((each) => each !== null) ?? [],
      media,
      hasTurn: config.live.turn !== null,
      problems: findProblems(reachability),
      streams: presentStreams(stats, titles),
    }
  })
}

/** False for connection tests, whose engine names are not UUIDs. */
const isId = (streamId: string) => id.safeParse(streamId).success

/** Leaves out connection tests and deleted streams, which have no title. */
function presentStreams(
  stats: LiveSnapshot | null,
  titles: ReadonlyMap<string, string>,
): LiveStatus['streams'] {
  return (stats?.streams ?? []).flatMap((stream) => {
    const title = titles.get(stream.streamId)
    const { streamId, viewers, bitsPerSecond, lostRatio, isRecording } = stream
    return title === undefined ? [] : [{ streamId, title, viewers, bitsPerSecond, lostRatio, isRecording }]
  })
}
