import { renewStreamKey } from '#shared/live/streams.ts'
import { streamKeysService } from '#server/features/live/stream-keys/stream-keys.ts'
import type { Mount } from '#server/feature.ts'
import { getOwnStream } from '#server/features/live/streams/access.ts'
import { route } from '#server/http/route.ts'

export const mountStreamKeys: Mount = (app, { db, service }) => {
  const keys = service(streamKeysService)
  route(app, renewStreamKey, async ({ params, user }) => {
    await getOwnStream(db, params.id, user)
    return { streamKey: await keys.renew(user.id) }
  })
}
