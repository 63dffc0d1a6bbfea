import type { Comment } from '#shared/community/comments.ts'
import type { Post } from '#shared/community/posts.ts'
import { testCurrentUser, testUser } from '#web/api/test-users.ts'

const NOW = '2025-11-21T18:12:00.000Z'

export const folake = testUser(1, { firstName: 'Fọlákẹ́', lastName: 'Adéyẹmí' })

export const amara = testCurrentUser(2, { firstName: 'Amara', lastName: 'Okafor-James' })

export const postId = (index: number) => `0b9b8f4e-3a1c-7f0e-9a55-${String(index).padStart(12, '0')}`

/** A test post by Fọlákẹ́; `index` determines its id. */
export function testPost(index: number, overrides: Partial<Post> = {}): Post {
  const author = overrides.author ?? folake
  return {
    id: postId(index),
    authorId: author.id,
    content: `Post ${index}`,
    mediaUrl: null,
    mediaType: null,
    mediaWidth: null,
    mediaHeight: null,
    mediaPosterUrl: null,
    mediaLoops: false,
    mediaSize: null,
    likesCount: 0,
    commentsCount: 0,
    sharesCount: 0,
    isHeld: false,
    createdAt: NOW,
    updatedAt: NOW,
    isLiked: false,
    author,
    mentions: [],
    viewer: { isBookmarked: false, canDelete: false },
    ...overrides,
  }
}

export function testComment(index: number, overrides: Partial<Comment> = {}): Comment {
  const user = overrides.user ?? folake
  return {
    id: `0c9b8f4e-3a1c-7f0e-9a55-${String(index).padStart(12, '0')}`,
    userId: user.id,
    postId: postId(1),
    videoId: null,
    content: `Comment ${index}`,
    isHeld: false,
    createdAt: NOW,
    user,
    mentions: [],
    viewer: { canDelete: false },
    ...overrides,
  }
}
