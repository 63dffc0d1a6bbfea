import type { Post } from '#shared/posts.ts'
import { presentUserRef } from '#server/features/users/present-user.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import type { PostRow } from './schema.ts'

/** What a page's statement reads of a post; moments come as PostgreSQL writes them. */
export type PostForRequester = Omit<PostRow, 'clientId' | 'search' | 'createdAt' | 'updatedAt'> &
  Pick<UserRow, 'handle' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl'> & {
    createdAt: string
    updatedAt: string
    isLiked: boolean
    isBookmarked: boolean
  }

export function presentPost(row: PostForRequester, viewer: Caller | null): Post {
  const { id, authorId, handle, email, firstName, lastName, profileImageUrl } = row
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
    mediaSize: row.mediaSize,
    likesCount: row.likesCount,
    commentsCount: row.commentsCount,
    sharesCount: row.sharesCount,
    createdAt,
    // Reading a moment costs more than all else here, and most posts have one.
    updatedAt: row.updatedAt === row.createdAt ? createdAt : new Date(row.updatedAt).toISOString(),
    isLiked: row.isLiked,
    author: presentUserRef({ id: authorId, handle, email, firstName, lastName, profileImageUrl }, viewer),
    mentions: row.mentions,
    viewer: { isBookmarked: row.isBookmarked, canDelete: viewer?.id === authorId },
  }
}
