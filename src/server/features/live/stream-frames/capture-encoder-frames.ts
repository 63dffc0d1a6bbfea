import { FRAME, FRAME_INTERVAL_MS } from '#shared/live/stream-frames.ts'
import type { Context } from '#server/feature.ts'
import { type Room, type Rooms, hasMedia } from '#server/features/live/live/room.ts'
import { stripJpeg } from '#server/images/headers/strip-jpeg.ts'
import { PictureDecoder } from '#server/transcoding/picture-decoder.ts'
import { storeFrame } from './store-frame.ts'

/** An encoder sends its first keyframe at once; by then the stream is live. */
const FIRST_DELAY_MS = 3000

type Dependencies = Pick<Context, 'config' | 'db' | 'engine' | 'log' | 'publish'> & { rooms: Rooms }

/**
 * Takes the frames of the streams that encoders send to this node: the engine hands over a keyframe, and a process decodes it. Returns the
 * function that stops it.
 */
export function captureEncoderFrames(dependencies: Dependencies): () => Promise<void> {
  const { config, engine, rooms } = dependencies
  const decoder = new PictureDecoder(config.transcoding)
  const firsts = new Set<NodeJS.Timeout>()
  const captureAll = () => {
    for (const room of rooms.all()) void capture(dependencies, decoder, room)
  }
  const timer = setInterval(captureAll, FRAME_INTERVAL_MS)
  const unsubscribe = engine.on('publishing', ({ streamId }) => {
    const first = setTimeout(() => {
      firsts.delete(first)
      void capture(dependencies, decoder, rooms.find(streamId))
    }, FIRST_DELAY_MS)
    firsts.add(first)
  })
  return async () => {
    unsubscribe()
    clearInterval(timer)
    for (const first of firsts) clearTimeout(first)
    await decoder.close()
  }
}

/** A frame that fails is left out: the next one follows. */
async function capture(
  dependencies: Dependencies,
  decoder: PictureDecoder,
  room: Room | undefined,
): Promise<void> {
  if (!hasMedia(room) || !room.publisher?.encoder) return
  const { streamId } = room
  try {
    const keyframe = await dependencies.engine.captureKeyframe(streamId)
    if (!keyframe) return
    const { width, height } = FRAME
    const jpeg = await decoder.decode(streamId, { ...keyframe, width, height })
    // The process may have been taken over by what it decoded.
    await storeFrame(dependencies, streamId, stripJpeg(jpeg, FRAME))
  } catch (error) {
    dependencies.log.info({ err: error, streamId }, 'no frame was taken of an encoder’s stream')
  }
}
