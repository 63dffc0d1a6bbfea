import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { toPages } from '#server/realtime/page-message.ts'
import { lockStream } from './change-queries.ts'
import { recordEnd } from './end-stream.ts'
import { streamHidden, streamRestored } from './events.ts'
import { setHidden, setVisible } from './hidden-queries.ts'
import { streamTopic } from './topics.ts'

type Dependencies = Pick<Context, 'events' | 'publish'>

/**
 * Ends a stream if it is live, and hides it with the data of other features about it. Pages get the same message as for a
 * deletion. Returns false if the stream is hidden or deleted already.
 */
export async function hideStream(
  dependencies: Dependencies,
  tx: Executor,
  streamId: string,
): Promise<boolean> {
  const stream = await lockStream(tx, streamId)
  if (!stream || stream.hiddenAt) return false
  await recordEnd(dependencies, tx, streamId, 'removed')
  const hiddenAt = new Date()
  await setHidden(tx, stream, hiddenAt)
  dependencies.publish(tx, toPages(streamTopic(streamId), { type: 'stream_deleted', streamId }))
  await dependencies.events.announce(tx, streamHidden, { streamId, hiddenAt })
  return true
}

/** Shows a hidden stream again, with everything that was hidden together with it. Returns false if it is not hidden. */
export async function restoreStream(
  { events }: Pick<Dependencies, 'events'>,
  tx: Executor,
  streamId: string,
): Promise<boolean> {
  const stream = await lockStream(tx, streamId)
  if (!stream?.hiddenAt) return false
  await setVisible(tx, stream)
  await events.announce(tx, streamRestored, { streamId, hiddenAt: stream.hiddenAt })
  return true
}
