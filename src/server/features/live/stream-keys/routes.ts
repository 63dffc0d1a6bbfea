import { renewStreamKey } from '#shared/live/streams.ts'
import type { Feature } from '#server/feature.ts'
import { getOwnStream } from '#server/features/live/streams/access.ts'
import { route } from '#server/http/route.ts'
import type { StreamKeys } from './stream-keys.ts'

export const streamKeys = (keys: StreamKeys): Feature => ({
  name: 'stream-keys',
  register(app, { db }) {
    route(app, renewStreamKey, async ({ params, user }) => {
      await getOwnStream(db, params.id, user)
      return { streamKey: await keys.renew(user.id) }
    })
  },
})
