import type { Downstream } from '#shared/realtime.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { presentChatRules } from './present-stream.ts'
import type { ChatRulesRow, StreamRow } from './schema.ts'
import { LIVE_TOPIC, STREAMS_TOPIC, streamTopic } from './topics.ts'

type Change = Extract<Downstream, { type: 'stream_started' | 'stream_ended' | 'stream_updated' }>

/** Publishes a start to the server's own subscribers and the stream's, and to lists if the stream is public. */
export function announceStart(hub: Hub, { id: streamId, isPublic, startedAt }: StreamRow): void {
  const at = (startedAt ?? new Date()).toISOString()
  publish(hub, { type: 'stream_started', streamId, data: { startedAt: at } })
  if (isPublic) publishToLists(hub, streamId, true)
}

export function announceEnd(hub: Hub, { id: streamId, isPublic, endedAt }: StreamRow): void {
  const at = (endedAt ?? new Date()).toISOString()
  publish(hub, { type: 'stream_ended', streamId, data: { endedAt: at } })
  if (isPublic) publishToLists(hub, streamId, false)
}

/**
 * Publishes a deletion to the stream's subscribers first: the server's own subscribers then remove all sockets from the
 * topic.
 */
export function announceDeletion(hub: Hub, streamId: string): void {
  for (const topic of [streamTopic(streamId), STREAMS_TOPIC])
    hub.publish(topic, { type: 'stream_deleted', streamId })
}

/** Publishes the changed stream; to lists only if they show it now or showed it before. */
export function announceChange(hub: Hub, before: StreamRow, after: StreamRow): void {
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
export function announceChatRules(hub: Hub, stream: ChatRulesRow): void {
  const data = presentChatRules(stream)
  hub.publish(streamTopic(stream.id), { type: 'chat_rules', streamId: stream.id, data })
}

/** Notifies the server's own subscribers first: they remove viewers who may not receive the change. */
function publish(hub: Hub, change: Change): void {
  hub.publish(STREAMS_TOPIC, change)
  hub.publish(streamTopic(change.streamId), change)
}

function publishToLists(hub: Hub, streamId: string, isLive: boolean): void {
  hub.publish(LIVE_TOPIC, { type: 'live_changed', streamId, data: { isLive } })
}
