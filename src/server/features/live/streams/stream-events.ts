import type { Downstream } from '#shared/realtime.ts'
import type { EventBus } from '#server/events/event-bus.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { presentChatRules } from './present-stream.ts'
import type { ChatRulesRow, StreamRow } from './schema.ts'
import { LIVE_TOPIC, streamTopic } from './topics.ts'
import { streamDeleted, streamEnded, streamStarted, streamUpdated } from './events.ts'

type Dependencies = { events: EventBus; hub: Hub }

/** Publishes to features and to subscribers of the stream; for a public stream also to those of lists. */
export function publishStarted(
  { events, hub }: Dependencies,
  { id: streamId, isPublic, startedAt }: StreamRow,
): void {
  const at = (startedAt ?? new Date()).toISOString()
  events.publish(streamStarted, { streamId, startedAt: at })
  publish(hub, { type: 'stream_started', streamId, data: { startedAt: at } })
  if (isPublic) publishToLists(hub, streamId, true)
}

export function publishEnded(
  { events, hub }: Dependencies,
  { id: streamId, isPublic, endedAt }: StreamRow,
): void {
  const at = (endedAt ?? new Date()).toISOString()
  events.publish(streamEnded, { streamId })
  publish(hub, { type: 'stream_ended', streamId, data: { endedAt: at } })
  if (isPublic) publishToLists(hub, streamId, false)
}

/** Publishes to the subscribers of the stream first: a feature then removes all sockets from its topic. */
export function publishDeleted({ events, hub }: Dependencies, streamId: string): void {
  publish(hub, { type: 'stream_deleted', streamId })
  events.publish(streamDeleted, { streamId })
}

/** Publishes the changed stream; to subscribers of lists only if the lists show it now or showed it before. */
export function publishUpdated({ events, hub }: Dependencies, before: StreamRow, after: StreamRow): void {
  const { id: streamId, title, description, category, thumbnailUrl, scheduledFor } = after
  const { isPublic, allowChat, recordStream, publishRecording, tipGoal } = after
  const settings = { isPublic, allowChat, recordStream, publishRecording, tipGoal }
  const data = { title, description, category, thumbnailUrl, settings }
  // Before the message: viewers who may not receive it are removed.
  events.publish(streamUpdated, { streamId, isPublic })
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

function publish(hub: Hub, change: Extract<Downstream, { streamId: string }>): void {
  hub.publish(streamTopic(change.streamId), change)
}

function publishToLists(hub: Hub, streamId: string, isLive: boolean): void {
  hub.publish(LIVE_TOPIC, { type: 'live_changed', streamId, data: { isLive } })
}
