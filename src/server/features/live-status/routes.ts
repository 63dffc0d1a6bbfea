import { networkInterfaces } from 'node:os'
import { id } from '#shared/fields.ts'
import { type LiveStatus, getLiveStatus } from '#shared/live-status.ts'
import type { Config } from '#server/config.ts'
import type { Feature } from '#server/feature.ts'
import { type Figures, type LiveFigures, isUp } from '#server/features/metrics/live-figures.ts'
import { route } from '#server/http/route.ts'
import { findProblems } from './find-problems.ts'
import { listTitles } from './queries.ts'

/** How the live engine stands, and what is wrong with it, for admins. */
export const liveStatus = (figures: LiveFigures): Feature => ({
  name: 'live-status',
  register(app, { config, db }) {
    route(app, getLiveStatus, async ({ request }): Promise<LiveStatus> => {
      const now = await figures.read()
      const ids = now?.streams.map(({ streamId }) => streamId).filter(isId) ?? []
      const titles = await listTitles(db, ids)
      const media = mediaOf(config)
      const facts = { isUp: isUp(now), addresses: media.addresses, openedAs: request.hostname }
      return {
        isUp: facts.isUp,
        processes: now?.processes.filter((each) => each !== null) ?? [],
        media,
        hasTurn: config.live.turn !== null,
        problems: findProblems(facts),
        streams: presentStreams(now, titles),
      }
    })
  },
})

function mediaOf({ live }: Config): LiveStatus['media'] {
  const { host, udpPort, processes, announcedIp } = live
  return {
    host,
    ports: Array.from({ length: processes }, (_, index) => udpPort + index),
    addresses: announcedIp === null ? addressesOf(host) : [announcedIp],
  }
}

/** What the engine serves under another name is a line that is being checked. */
const isId = (streamId: string) => id.safeParse(streamId).success

/** What listens everywhere is reached at each address of the machine. */
function addressesOf(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host]
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.filter(({ family }) => host === '::' || family === 'IPv4').map(({ address }) => address)
}

/** Only streams: a line that is being checked is none. */
function presentStreams(now: Figures | null, titles: ReadonlyMap<string, string>): LiveStatus['streams'] {
  return (now?.streams ?? []).flatMap((stream) => {
    const title = titles.get(stream.streamId)
    const { streamId, viewers, bitsPerSecond, lostRatio, isRecording } = stream
    return title === undefined ? [] : [{ streamId, title, viewers, bitsPerSecond, lostRatio, isRecording }]
  })
}
