import { defineFeature } from '#server/feature.ts'
import { streamAdditions } from '#server/features/live/streams/present-stream.ts'
import { frameAddition } from './frame-addition.ts'
import { listenToStreamEnds } from './listen.ts'
import { mountStreamFrames } from './routes.ts'
import { streamFrames } from './schema.ts'

/** The picture of a live stream on its cards, replaced every minute or so and deleted with the end of the broadcast. */
export const streamFramesFeature = defineFeature({
  name: 'stream-frames',
  routes: mountStreamFrames,
  listen: listenToStreamEnds,
  extensions: [streamAdditions.extend(() => frameAddition)],
  tables: [streamFrames],
  exportUser: { withheld: 'the picture of a broadcast that runs now, deleted with its end' },
  deleteUser: 'with the account',
})
