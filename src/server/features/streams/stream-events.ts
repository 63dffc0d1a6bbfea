import type { Downstream } from '#shared/realtime.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { presentChatRules } from './present-stream.ts'
import type { ChatRulesRow, StreamRow } from './schema.ts'
import { LIVE_TOPIC, STREAMS_TOPIC, streamTopic } from './topics.ts'

type Change = Extract<Downstream, { type: 'stream_started' | 'stream_ended' | 'stream_updated' }>

/** Publishes to subscribers in this process and to those of the stream; for a public stream also to those of lists. */
export function publishStarted(hub: Hub, { id: streamId, isPublic, startedAt }: StreamRow): void {
  const at = (startedAt ?? new Date()).toISOString()
  publish(hub, { type: 'stream_started', streamId, data: { startedAt: at } })
  if (isPublic) publishToLists(hub, streamId, true)
}

export function publishEnded(hub: Hub, { id: streamId, isPublic, endedAt }: StreamRow): void {
  const at = (endedAt ?? new Date()).toISOString()
  publish(hub, { type: 'stream_ended', streamId, data: { endedAt: at } })
  if (isPublic) publishToLists(hub, streamId, false)
}

/**
 * Publishes to the subscribers of the stream first: those in this process then remove all sockets from its topic.
 */
export function publishDeleted(hub: Hub, streamId: string): void {
  for (const topic of [streamTopic(streamId), STREAMS_TOPIC])
    hub.publish(topic, { type: 'stream_deleted', streamId })
}

/** Publishes the changed stream; to subscribers of lists only if the lists show it now or showed it before. */
export function publishUpdated(hub: Hub, before: StreamRow, after: StreamRow): void {
  const { id: streamId, title, description, category, thumbnailUrl, scheduledFor } = after
  const { isPublic, allowChat, recordStream } = after
  const settings = { isPublic, allowChat, recordStream }
  const data = { title, description, category, thumbnailUrl, settings }
  publish(hub, {
    type: 'stream_updated',
    streamId,
    data: { ...data, scheduledFor: scheduledFor?.toISOString() ?? null },
  })
  if (after.isLive && (before.isPublic || isPublic)) publishToLists(hub, streamId, isPublic)
}

/** Publishes the chat rules to the stream's subscribers. Called after a change of the rules or of `allowChat`. */
export function publishChatRules(hub: Hub, stream: ChatRulesRow): void {
  const data = presentChatRules(stream)
  hub.publish(streamTopic(stream.id), { type: 'chat_rules', streamId: stream.id, data })
}

/** Publishes to the subscribers in this process first: they remove viewers who may not receive the change. */
function publish(hub: Hub, change: Change): void {
  hub.publish(STREAMS_TOPIC, change)
  hub.publish(streamTopic(change.streamId), change)
}

function publishToLists(hub: Hub, streamId: string, isLive: boolean): void {
  hub.publish(LIVE_TOPIC, { type: 'live_changed', streamId, data: { isLive } })
}
