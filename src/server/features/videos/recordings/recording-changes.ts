import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { type Context, definePageUpdate } from '#server/feature.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { recordingProblemOf } from '#server/features/live/streams/present-stream.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { findBroadcastRecording } from './queries.ts'

/** A broadcast is recorded or not any more: for its pages, and for those of its owner why not. */
export const recordingChanged = definePageUpdate({
  name: 'recording.changed',
  data: z.object({ streamId: id }),
  // Serialized, so that an older state is not published last.
  present: (context, { streamId }) => serializeBy(streamId, 'recording', () => present(context, streamId)),
})

async function present({ db, hub }: Pick<Context, 'db' | 'hub'>, streamId: string): Promise<void> {
  const found = await findBroadcastRecording(db, streamId)
  if (!found) return
  const { recording, streamerId } = found
  const isRecording = recording === 'recording'
  hub.publish(streamTopic(streamId), { type: 'recording_changed', streamId, data: { isRecording } })
  const problem = recordingProblemOf(recording)
  hub.publish(inboxTopic(streamerId), { type: 'recording_problem', streamId, data: { problem } })
}
