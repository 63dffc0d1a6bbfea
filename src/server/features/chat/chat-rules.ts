import type { ChatRules } from '#shared/chat.ts'
import type { Context } from '#server/feature.ts'
import { recordLog } from '#server/features/analytics/queries.ts'
import type { StreamRow } from '#server/features/streams/schema.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { getModeratedStream } from './access.ts'
import { holdChat, updateRules } from './moderation-queries.ts'

type Ruled = Pick<StreamRow, 'id' | 'allowChat' | 'slowModeSeconds' | 'followersOnly'>
type Change = { slowModeSeconds?: number | undefined; followersOnly?: boolean | undefined }

/** Changes a chat's rules, for everyone at once; what is left out stays. Throws 404, 403. */
export async function changeChatRules(
  { db, hub }: Pick<Context, 'db' | 'hub'>,
  user: Caller,
  streamId: string,
  change: Change,
): Promise<ChatRules> {
  const { id } = await getModeratedStream(db, streamId, user)
  const stream = await db.transaction(async (tx) => {
    await holdChat(tx, id)
    const [message, metadata] = ['The rules of a chat were changed.', { streamId: id, ...change }]
    await recordLog(tx, { level: 'info', category: 'moderation', message, userId: user.id, metadata })
    return updateRules(tx, id, change)
  })
  if (!stream) throw notFound('notFound.stream')
  announceChatRules(hub, stream)
  return presentRules(stream)
}

/** Tells everyone on a stream how its chat stands: after each change of its rules, or of whether it has a chat at all. */
export function announceChatRules(hub: Hub, stream: Ruled): void {
  hub.publish(streamTopic(stream.id), { type: 'chat_rules', streamId: stream.id, data: presentRules(stream) })
}

export function presentRules({ allowChat, slowModeSeconds, followersOnly }: Ruled): ChatRules {
  return { allowChat, slowModeSeconds, followersOnly }
}
