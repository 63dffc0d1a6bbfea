import type { ChatState } from '#shared/live/chat.ts'
import type { Executor } from '#server/db/executor.ts'
import { findFollowStart } from '#server/features/accounts/follows/queries.ts'
import { getVisibleStream } from '#server/features/live/streams/access.ts'
import { findBan } from '#server/features/live/streams/ban-queries.ts'
import { presentChatRules } from '#server/features/live/streams/present-stream.ts'
import { presentRestriction } from '#server/features/live/streams/refusals.ts'
import type { Caller } from '#server/http/access.ts'
import { canModerateStream } from './access.ts'
import { listHeld } from './held-queries.ts'
import { presentMessage } from './present-message.ts'
import { findMessage } from './queries.ts'
import { findHighlights } from './tip-highlights.ts'

/** Messages waiting for review that a page shows to their author at most. */
const MAX_HELD = 20

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
  const followedAt = requester
    ? await findFollowStart(db, { followerId: requester.id, followingId: streamerId })
    : undefined
  const followedMs = followedAt ? Math.max(0, Date.now() - followedAt.getTime()) : null
  const followsLongEnough = followedMs !== null && followedMs >= stream.followersOnlyMinutes * 60_000
  // Without a list of words nothing is held.
  const held =
    requester && isShown && stream.wordsVersion > 0
      ? await listHeld(db, stream.id, { userId: requester.id, limit: MAX_HELD })
      : []
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
        (!stream.followersOnly || followsLongEnough || canModerate),
      canModerate,
      isFollower: followedMs !== null,
      followedAt: followedAt?.toISOString() ?? null,
      followedSeconds: followedMs === null ? null : Math.floor(followedMs / 1000),
      restriction: ban ? presentRestriction(ban) : null,
      hasBlock,
      held: held.map(presentMessage),
    },
  }
}
