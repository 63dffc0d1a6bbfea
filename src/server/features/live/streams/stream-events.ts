import type { Downstream } from '#shared/realtime.ts'
import type { Context } from '#server/feature.ts'
import { toPages } from '#server/realtime/page-message.ts'
import { presentChatRules } from './present-stream.ts'
import type { ChatRulesRow, StreamRow } from './schema.ts'
import { LIVE_TOPIC, streamTopic } from './topics.ts'
import { streamEnded, streamStarted, streamUpdated } from './events.ts'

type Dependencies = Pick<Context, 'db' | 'events' | 'publish'>

/** Publishes to features and to subscribers of the stream; for a public stream also to those of lists. */
export function publishStarted(
  dependencies: Dependencies,
  { id: streamId, isPublic, startedAt }: StreamRow,
): void {
  const at = (startedAt ?? new Date()).toISOString()
  dependencies.events.publish(streamStarted, { streamId, startedAt: at })
  sendTo(dependencies, { type: 'stream_started', streamId, data: { startedAt: at } })
  if (isPublic) publishToLists(dependencies, streamId, true)
}

export function publishEnded(
  dependencies: Dependencies,
  { id: streamId, isPublic, endedAt }: StreamRow,
): void {
  const at = (endedAt ?? new Date()).toISOString()
  dependencies.events.publish(streamEnded, { streamId })
  sendTo(dependencies, { type: 'stream_ended', streamId, data: { endedAt: at } })
  if (isPublic) publishToLists(dependencies, streamId, false)
}

/** Publishes the changed stream; to subscribers of lists only if the lists show it now or showed it before. */
export function publishUpdated(dependencies: Dependencies, before: StreamRow, after: StreamRow): void {
  const { id: streamId, title, description, category, thumbnailUrl, scheduledFor } = after
  const { isPublic, allowChat, recordStream, publishRecording, tipGoal } = after
  const settings = { isPublic, allowChat, recordStream, publishRecording, tipGoal }
  const data = { title, description, category, thumbnailUrl, settings }
  // Before the message: viewers who may not receive it are removed.
  dependencies.events.publish(streamUpdated, { streamId, isPublic })
  sendTo(dependencies, {
    type: 'stream_updated',
    streamId,
    data: { ...data, scheduledFor: scheduledFor?.toISOString() ?? null },
  })
  if (after.isLive && (before.isPublic || isPublic)) publishToLists(dependencies, streamId, isPublic)
}

/** Publishes the chat rules to the stream's subscribers. Called after a change of the rules or of `allowChat`. */
export function publishChatRules(
  { db, publish }: Pick<Context, 'db' | 'publish'>,
  stream: ChatRulesRow,
): void {
  const data = presentChatRules(stream)
  publish(db, toPages(streamTopic(stream.id), { type: 'chat_rules', streamId: stream.id, data }))
}

function sendTo({ db, publish }: Dependencies, change: Extract<Downstream, { streamId: string }>): void {
  publish(db, toPages(streamTopic(change.streamId), change))
}

function publishToLists({ db, publish }: Dependencies, streamId: string, isLive: boolean): void {
  publish(db, toPages(LIVE_TOPIC, { type: 'live_changed', streamId, data: { isLive } }))
}
