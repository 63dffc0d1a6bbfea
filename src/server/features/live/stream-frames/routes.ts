import { FRAME, getFrame, putFrame } from '#shared/live/stream-frames.ts'
import type { Mount } from '#server/feature.ts'
import { assertNotBanned, getOwnStream } from '#server/features/live/streams/access.ts'
import { BadImage } from '#server/images/bad-image.ts'
import { stripJpeg } from '#server/images/headers/strip-jpeg.ts'
import { HttpError, conflict, notFound } from '#server/http/errors.ts'
import { isNotModified } from '#server/http/not-modified.ts'
import { route, routeBytes } from '#server/http/route.ts'
import { liveStateService } from '#server/features/live/live/live-state.ts'
import { captureEncoderFrames } from './capture-encoder-frames.ts'
import { findFrame } from './queries.ts'
import { storeFrame } from './store-frame.ts'

export const mountStreamFrames: Mount = (app, context) => {
  const { db } = context

  route(app, putFrame, async ({ params, body, user }) => {
    const { stream } = await getOwnStream(db, params.id, user)
    const image = strip(Buffer.from(body.image, 'base64'))
    if (!(await storeFrame(context, stream.id, image))) throw conflict('not_live', 'errors.notLive')
    return { stored: true } as const
  })

  routeBytes(app, getFrame, async ({ params, user, request, reply }) => {
    const frame = await findFrame(db, params.id, user)
    if (!frame) throw notFound('notFound.stream')
    await assertNotBanned(db, params.id, user)
    const etag = `"${frame.takenAt.getTime()}"`
    void reply.headers({
      etag,
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    if (isNotModified(request, { etag })) {
      void reply.code(304)
      return Buffer.alloc(0)
    }
    void reply.type('image/jpeg')
    return frame.image
  })

  return captureEncoderFrames({ ...context, rooms: context.service(liveStateService).rooms })
}

function strip(jpeg: Buffer): Buffer {
  try {
    return stripJpeg(jpeg, FRAME)
  } catch (error) {
    if (error instanceof BadImage) throw notFrame()
    throw error
  }
}

const notFrame = () =>
  new HttpError(422, 'unprocessable', 'streamFrames.notFrame', {
    fields: [{ path: 'image', key: 'streamFrames.notFrame' }],
  })
