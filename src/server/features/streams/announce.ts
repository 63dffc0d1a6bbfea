import type { Downstream } from '#shared/realtime.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { StreamRow } from './schema.ts'
import { LIVE_TOPIC, STREAMS_TOPIC, streamTopic } from './topics.ts'

type Change = Extract<Downstream, { type: 'stream_started' | 'stream_ended' }>

/** Tells a start or an end to those on the stream, to the server's own parts, and to lists when it is public. */
export function announce(hub: Hub, { isPublic }: Pick<StreamRow, 'isPublic'>, change: Change): void {
  hub.publish(STREAMS_TOPIC, change)
  hub.publish(streamTopic(change.streamId), change)
  const isLive = change.type === 'stream_started'
  if (isPublic) hub.publish(LIVE_TOPIC, { type: 'live_changed', streamId: change.streamId, data: { isLive } })
}
