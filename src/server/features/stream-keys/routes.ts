import { renewStreamKey } from '#shared/streams.ts'
import type { Feature } from '#server/feature.ts'
import { getOwnStream } from '#server/features/streams/access.ts'
import type { Rate } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'

const RENEWALS: Rate = { name: 'streamKeys', points: 10, seconds: 10 * 60 }

export const streamKeys: Feature = {
  name: 'stream-keys',
  register(app, { db, limits, streamKeys: keys }) {
    route(app, renewStreamKey, async ({ params, user }) => {
      await getOwnStream(db, params.id, user)
      await limits.take(RENEWALS, user.id)
      return { streamKey: await keys.renew(user.id) }
    })
  },
}
