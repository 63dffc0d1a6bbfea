import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import type { Executor } from '#server/db/executor.ts'
import { liveStateOf } from '#server/features/accounts/users/present-user.ts'
import { userLiveTopic } from '#server/features/accounts/users/topics.ts'
import { type Context, definePageUpdate } from '#server/feature.ts'
import { findLiveStreamId, insertLiveStream, removeLiveStream } from './queries.ts'

/**
 * A user has gone live, or is not live any more. Each process reads the state itself, and presents the changes of a user one
 * after the other, so that the last message has the stored state, in whichever order commits are acknowledged.
 */
export const userLiveChanged = definePageUpdate({
  name: 'user.live_changed',
  data: z.object({ userId: id }),
  present: ({ db, hub }, { userId }) =>
    serializeBy(userId, 'live', async () => {
      const data = liveStateOf({ liveStreamId: await findLiveStreamId(db, userId) })
      const message = { type: 'user_live_changed', userId, data } as const
      // Also for pages that have loaded the user before the change, and subscribe after it.
      hub.retain(userLiveTopic(userId), message)
      hub.publish(userLiveTopic(userId), message)
    }),
})

/**
 * Stores in the user's row that a public stream is live, or that it is not any more, and publishes the change. Locks the row:
 * the caller has locked the stream before.
 */
export async function setLiveStream(
  { publish }: Pick<Context, 'publish'>,
  tx: Executor,
  { userId, streamId }: { userId: string; streamId: string },
  isLive: boolean,
): Promise<void> {
  const isChanged = await (isLive ? insertLiveStream : removeLiveStream)(tx, userId, streamId)
  if (isChanged) publish(tx, userLiveChanged({ userId }))
}
