import type { ChatState } from '#shared/chat.ts'
import type { Executor } from '#server/db/executor.ts'
import { followExists } from '#server/features/follows/queries.ts'
import { getVisibleStream } from '#server/features/streams/access.ts'
import { findBan } from '#server/features/streams/ban-queries.ts'
import { presentChatRules } from '#server/features/streams/present-stream.ts'
import { presentRestriction } from '#server/features/streams/refusals.ts'
import type { Caller } from '#server/http/access.ts'
import { mayModerate } from './access.ts'
import { presentMessage } from './present-message.ts'
import { findMessage } from './queries.ts'

/** How a stream's chat stands, and what this viewer may do in it. Throws 404. */
export async function chatState(db: Executor, streamId: string, viewer: Caller | null): Promise<ChatState> {
  const { stream } = await getVisibleStream(db, streamId, viewer)
  const { pinnedMessageId, streamerId } = stream
  const ban = viewer && (await findBan(db, stream.id, viewer.id))
  const isShown = stream.allowChat && !(ban && !ban.until)
  const pinned = isShown && pinnedMessageId ? await findMessage(db, stream.id, pinnedMessageId) : undefined
  const isFollower =
    viewer !== null && (await followExists(db, { followerId: viewer.id, followingId: streamerId }))
  const canModerate = mayModerate(stream, viewer)
  return {
    rules: presentChatRules(stream),
    pinned: pinned ? presentMessage(pinned) : null,
    viewer: {
      canWrite:
        viewer !== null && !ban && stream.allowChat && (!stream.followersOnly || isFollower || canModerate),
      canModerate,
      isFollower,
      restriction: ban ? presentRestriction(ban) : null,
    },
  }
}
