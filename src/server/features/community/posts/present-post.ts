import type { Post } from '#shared/community/posts.ts'
import { type ShownUserRow, presentShownUser } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import type { PostRow } from './schema.ts'

/** A row of `POST_FOR_REQUESTER`; timestamps are in PostgreSQL's text format. */
export type PostForRequester = Omit<PostRow, 'clientId' | 'search' | 'createdAt' | 'updatedAt'> &
  Omit<ShownUserRow, 'id'> & {
    createdAt: string
    updatedAt: string
    isLiked: boolean
    isBookmarked: boolean
  }

export function presentPost(row: PostForRequester, requester: Caller | null): Post {
  const { id, authorId, handle, email, firstName, lastName, profileImageUrl, liveStreamId } = row
  const createdAt = new Date(row.createdAt).toISOString()
  return {
    id,
    authorId,
    content: row.content,
    mediaUrl: row.mediaUrl,
    mediaType: row.mediaType,
    mediaWidth: row.mediaWidth,
    mediaHeight: row.mediaHeight,
    mediaPosterUrl: row.mediaPosterUrl,
    mediaLoops: row.mediaLoops,
    mediaSize: row.mediaSize,
    likesCount: row.likesCount,
    commentsCount: row.commentsCount,
    sharesCount: row.sharesCount,
    isHeld: row.isHeld,
    createdAt,
    // Parsing a date is the most expensive step here, and both are equal in most posts.
    updatedAt: row.updatedAt === row.createdAt ? createdAt : new Date(row.updatedAt).toISOString(),
    isLiked: row.isLiked,
    author: presentShownUser(
      { id: authorId, handle, email, firstName, lastName, profileImageUrl, liveStreamId },
      requester,
    ),
    mentions: row.mentions,
    viewer: { isBookmarked: row.isBookmarked, canDelete: requester?.id === authorId },
  }
}
