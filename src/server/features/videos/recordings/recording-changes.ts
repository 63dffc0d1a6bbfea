import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/notifications/notifications/topics.ts'
import { problemOf } from '#server/features/live/streams/present-stream.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { findBroadcastRecording } from './queries.ts'

type Dependencies = Pick<Context, 'db' | 'hub' | 'log' | 'rowChanges'>

/**
 * Publishes to the sockets of this node whether a broadcast is recorded, and to those of its owner why not. Returns the
 * function that stops it.
 */
export function publishRecordingChanges(dependencies: Dependencies): () => void {
  return dependencies.rowChanges.on('recordings', (streamIds) => {
    for (const streamId of streamIds.split(','))
      // Serialized, so that an older state is not published last.
      serializeBy(streamId, 'recording', () => publish(dependencies, streamId)).catch((error: unknown) =>
        dependencies.log.error({ err: error, streamId }, 'the state of a recording was not published'),
      )
  })
}

async function publish({ db, hub }: Dependencies, streamId: string): Promise<void> {
  const found = await findBroadcastRecording(db, streamId)
  if (!found) return
  const { recording, streamerId } = found
  const isRecording = recording === 'recording'
  hub.publish(streamTopic(streamId), { type: 'recording_changed', streamId, data: { isRecording } })
  const problem = problemOf(recording)
  hub.publish(inboxTopic(streamerId), { type: 'recording_problem', streamId, data: { problem } })
}
