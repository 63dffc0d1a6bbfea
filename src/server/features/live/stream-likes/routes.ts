import { likeStream as call } from '#shared/live/streams.ts'
import type { Mount } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { likeStream } from './like-stream.ts'
import { createStreamLikes } from './stream-likes.ts'

export const mountStreamLikes: Mount = (app, context) => {
  const { db, publish } = context
  const likes = createStreamLikes(context)

  route(app, call, ({ params, body, user }) =>
    likeStream({ db, publish, likes }, user, params.id, body?.liked),
  )

  return () => likes.close()
}
