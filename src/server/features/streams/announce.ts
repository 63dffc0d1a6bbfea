import type { Downstream } from '#shared/realtime.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { presentChatRules } from './present-stream.ts'
import type { ChatRulesRow, StreamRow } from './schema.ts'
import { LIVE_TOPIC, STREAMS_TOPIC, streamTopic } from './topics.ts'

type Change = Extract<Downstream, { type: 'stream_started' | 'stream_ended' | 'stream_updated' }>

/** Tells a start to those on the stream, to the server's own parts, and to lists when it is public. */
export function announceStart(hub: Hub, { id: streamId, isPublic, startedAt }: StreamRow): void {
  const at = (startedAt ?? new Date()).toISOString()
  tell(hub, { type: 'stream_started', streamId, data: { startedAt: at } })
  if (isPublic) tellLists(hub, streamId, true)
}

export function announceEnd(hub: Hub, { id: streamId, isPublic, endedAt }: StreamRow): void {
  const at = (endedAt ?? new Date()).toISOString()
  tell(hub, { type: 'stream_ended', streamId, data: { endedAt: at } })
  if (isPublic) tellLists(hub, streamId, false)
}

/** Tells those on a stream that it is gone; the server's own parts after them, as those take everybody off it. */
export function announceDeletion(hub: Hub, streamId: string): void {
  for (const topic of [streamTopic(streamId), STREAMS_TOPIC])
    hub.publish(topic, { type: 'stream_deleted', streamId })
}

/** Tells what a stream is like now; lists only hear of one that they show, or did. */
export function announceChange(hub: Hub, before: StreamRow, after: StreamRow): void {
  const { id: streamId, title, description, category, thumbnailUrl, scheduledFor } = after
  const { isPublic, allowChat, recordStream } = after
  const settings = { isPublic, allowChat, recordStream }
  const data = { title, description, category, thumbnailUrl, settings }
  tell(hub, {
    type: 'stream_updated',
    streamId,
    data: { ...data, scheduledFor: scheduledFor?.toISOString() ?? null },
  })
  if (after.isLive && (before.isPublic || isPublic)) tellLists(hub, streamId, isPublic)
}

/** Tells everyone on a stream how its chat stands: after each change of its rules, or of whether it has a chat at all. */
export function announceChatRules(hub: Hub, stream: ChatRulesRow): void {
  const data = presentChatRules(stream)
  hub.publish(streamTopic(stream.id), { type: 'chat_rules', streamId: stream.id, data })
}

/** The server's own parts first: when the others hear of it, who may not has left. */
function tell(hub: Hub, change: Change): void {
  hub.publish(STREAMS_TOPIC, change)
  hub.publish(streamTopic(change.streamId), change)
}

function tellLists(hub: Hub, streamId: string, isLive: boolean): void {
  hub.publish(LIVE_TOPIC, { type: 'live_changed', streamId, data: { isLive } })
}
