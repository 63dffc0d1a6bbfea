import { renewStreamKey } from '#shared/streams.ts'
import type { Feature } from '#server/feature.ts'
import { getOwnStream } from '#server/features/streams/access.ts'
import { route } from '#server/http/route.ts'

export const streamKeys: Feature = {
  name: 'stream-keys',
  register(app, { db, streamKeys: keys }) {
    route(app, renewStreamKey, async ({ params, user }) => {
      await getOwnStream(db, params.id, user)
      return { streamKey: await keys.renew(user.id) }
    })
  },
}
