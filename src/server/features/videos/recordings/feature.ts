import { defineFeature } from '#server/feature.ts'
import { streamAdditions } from '#server/features/live/streams/present-stream.ts'
import { videoRetryHandlers } from '#server/features/videos/videos/creator/edit-video.ts'
import { assembleRecordingHandler } from './assemble-job.ts'
import { retryAssembly } from './end-recording.ts'
import { listenToStreamsAndVideos } from './listen.ts'
import { recordStreams } from './record-streams.ts'
import { recordingChanged } from './recording-changes.ts'
import { mountPublishedRecordings } from './routes.ts'
import { recordings as recordingsTable } from './schema.ts'
import { streamPosters } from './stream-posters.ts'

/** Records streams, makes videos of the recordings, and shows them with their streams. */
export const recordingsFeature = defineFeature({
  name: 'recordings',
  routes: [mountPublishedRecordings, recordStreams],
  jobs: (context) => [assembleRecordingHandler(context)],
  listen: listenToStreamsAndVideos,
  updates: [recordingChanged],
  extensions: [streamAdditions.extend(() => streamPosters), videoRetryHandlers.extend(() => retryAssembly)],
  tables: [recordingsTable],
  exportUser: 'nothing personal',
  // They go with the streams and videos of the user.
  deleteUser: 'nothing personal',
})
