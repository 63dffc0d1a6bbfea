import type { ChatState } from '#shared/chat.ts'
import type { Executor } from '#server/db/executor.ts'
import { followExists } from '#server/features/follows/queries.ts'
import { getVisibleStream } from '#server/features/streams/access.ts'
import { findBan } from '#server/features/streams/ban-queries.ts'
import { presentChatRules } from '#server/features/streams/present-stream.ts'
import { presentRestriction } from '#server/features/streams/refusals.ts'
import type { Caller } from '#server/http/access.ts'
import { canModerateStream } from './access.ts'
import { presentMessage } from './present-message.ts'
import { findMessage } from './queries.ts'
import { findHighlights } from './tip-highlights.ts'

/** Returns a chat's rules, pinned message and the requester's permissions. Throws 404. */
export async function getChatState(
  db: Executor,
  streamId: string,
  requester: Caller | null,
): Promise<ChatState> {
  const { stream, hasBlock } = await getVisibleStream(db, streamId, requester)
  const { pinnedMessageId, streamerId } = stream
  const ban = requester && (await findBan(db, stream.id, requester.id))
  const isShown = stream.allowChat && !(ban && !ban.until)
  const pinned =
    isShown && pinnedMessageId ? await findMessage(db, stream.id, pinnedMessageId, requester) : undefined
  // A stream without tips needs no query.
  const highlights =
    isShown && stream.tipsCents + stream.sandboxTipsCents > 0
      ? await findHighlights(db, stream.id, requester)
      : []
  const isFollower =
    requester !== null && (await followExists(db, { followerId: requester.id, followingId: streamerId }))
  const canModerate = canModerateStream(stream, requester)
  return {
    rules: presentChatRules(stream),
    pinned: pinned ? presentMessage(pinned) : null,
    highlights,
    viewer: {
      canWrite:
        requester !== null &&
        !ban &&
        !hasBlock &&
        stream.allowChat &&
        (!stream.followersOnly || isFollower || canModerate),
      canModerate,
      isFollower,
      restriction: ban ? presentRestriction(ban) : null,
    },
  }
}
