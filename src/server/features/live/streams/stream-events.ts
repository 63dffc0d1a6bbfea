import type { Downstream } from '#shared/realtime.ts'
import type { Executor } from '#server/db/executor.ts'
import { setLiveStream } from '#server/features/accounts/live-users/set-live-stream.ts'
import type { Context } from '#server/feature.ts'
import { toPages } from '#server/realtime/page-message.ts'
import { presentChatRules } from './present-stream.ts'
import type { ChatRulesRow, StreamRow } from './schema.ts'
import { LIVE_TOPIC, streamTopic } from './topics.ts'
import { streamEnded, streamStarted, streamUpdated } from './events.ts'

type Dependencies = Pick<Context, 'events' | 'publish'>

/**
 * Announces a start to features and to subscribers of the stream. For a public stream also to subscribers of lists, and to
 * pages that show its streamer.
 */
export async function announceStart(
  dependencies: Dependencies,
  tx: Executor,
  { id: streamId, streamerId, isPublic, startedAt }: StreamRow,
): Promise<void> {
  const at = (startedAt ?? new Date()).toISOString()
  await dependencies.events.announce(tx, streamStarted, { streamId, streamerId, startedAt: at })
  publishToStream(dependencies, tx, { type: 'stream_started', streamId, data: { startedAt: at } })
  if (isPublic) await showAsLive(dependencies, tx, { streamId, streamerId }, true)
}

export async function announceEnd(
  dependencies: Dependencies,
  tx: Executor,
  { id: streamId, streamerId, isPublic, endedAt }: StreamRow,
): Promise<void> {
  const at = (endedAt ?? new Date()).toISOString()
  await dependencies.events.announce(tx, streamEnded, { streamId })
  publishToStream(dependencies, tx, { type: 'stream_ended', streamId, data: { endedAt: at } })
  if (isPublic) await showAsLive(dependencies, tx, { streamId, streamerId }, false)
}

/** Announces the changed stream; to those who see live streams only if they see it now or saw it before. */
export async function announceUpdate(
  dependencies: Dependencies,
  tx: Executor,
  before: StreamRow,
  after: StreamRow,
): Promise<void> {
  const { id: streamId, streamerId, title, description, category, thumbnailUrl, scheduledFor } = after
  const { isPublic, allowChat, recordStream, publishRecording, tipGoal } = after
  const settings = { isPublic, allowChat, recordStream, publishRecording, tipGoal }
  const data = { title, description, category, thumbnailUrl, settings }
  // Before the message: viewers who may not receive it are removed.
  await dependencies.events.announce(tx, streamUpdated, { streamId, isPublic })
  publishToStream(dependencies, tx, {
    type: 'stream_updated',
    streamId,
    data: { ...data, scheduledFor: scheduledFor?.toISOString() ?? null },
  })
  if (after.isLive && (before.isPublic || isPublic))
    await showAsLive(dependencies, tx, { streamId, streamerId }, isPublic)
}

/** Publishes the chat rules to the stream's subscribers. Called with a change of the rules or of `allowChat`. */
export function publishChatRules(
  { publish }: Pick<Context, 'publish'>,
  tx: Executor,
  stream: ChatRulesRow,
): void {
  const data = presentChatRules(stream)
  publish(tx, toPages(streamTopic(stream.id), { type: 'chat_rules', streamId: stream.id, data }))
}

function publishToStream(
  { publish }: Dependencies,
  tx: Executor,
  change: Extract<Downstream, { streamId: string }>,
): void {
  publish(tx, toPages(streamTopic(change.streamId), change))
}

/** Shows a public broadcast in lists and on its streamer, or hides it there. */
async function showAsLive(
  { publish }: Dependencies,
  tx: Executor,
  { streamId, streamerId }: { streamId: string; streamerId: string },
  isLive: boolean,
): Promise<void> {
  await setLiveStream({ publish }, tx, { userId: streamerId, streamId }, isLive)
  publishToLists({ publish }, tx, streamId, isLive)
}

/** Makes open lists of live streams load again. */
export function publishToLists(
  { publish }: Pick<Context, 'publish'>,
  tx: Executor,
  streamId: string,
  isLive: boolean,
): void {
  publish(tx, toPages(LIVE_TOPIC, { type: 'live_changed', streamId, data: { isLive } }))
}
