import type { Comment } from '#shared/community/comments.ts'
import { type ShownUserRow, presentShownUser } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import type { CommentRow } from './schema.ts'

/** A row of `COMMENT_COLUMNS`; the timestamp is in PostgreSQL's text format. */
export type CommentForRequester = Omit<CommentRow, 'clientId' | 'createdAt'> &
  Omit<ShownUserRow, 'id'> & { createdAt: string }

export function presentComment(row: CommentForRequester, requester: Caller | null): Comment {
  const { id, userId, postId, videoId, content, mentions } = row
  const { handle, email, firstName, lastName, profileImageUrl, liveStreamId } = row
  return {
    id,
    userId,
    postId,
    videoId,
    content,
    isHeld: row.isHeld,
    createdAt: new Date(row.createdAt).toISOString(),
    user: presentShownUser(
      { id: userId, handle, email, firstName, lastName, profileImageUrl, liveStreamId },
      requester,
    ),
    mentions,
    viewer: { canDelete: requester?.id === userId },
  }
}
