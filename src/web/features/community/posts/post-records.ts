import { useQuery } from '@tanstack/react-query'
import { getPost, type Post } from '#shared/community/posts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { cachedEntity, updateEntity, entityKey, removeEntity, cacheEntities } from '#web/api/entities.ts'
import type { CommentSubject } from '#web/features/community/shared/comments/comment-subject.ts'
import { removeFromLists, putOnTop } from '#web/features/community/posts/post-lists.ts'

/** Loads a post into the shared cache; null after its deletion. `alwaysRefetch` refetches a cached post. */
export function usePost(postId: string, { alwaysRefetch = false } = {}) {
  return useQuery<Post | null>({
    queryKey: entityKey('posts', postId),
    queryFn: () => call(getPost, { params: { id: postId } }),
    refetchOnMount: alwaysRefetch ? 'always' : true,
  })
}

/** Returns the cached post; undefined when it is not cached or deleted. */
export function cachedPost(postId: string): Post | undefined {
  return cachedEntity('posts', postId)
}

export function updatePost(postId: string, change: (cached: Post) => Partial<Post>): void {
  updateEntity('posts', postId, change)
}

/** Reloads a post after a change was refused, its response was lost, or another page has changed it too. */
export async function refetchPost(postId: string): Promise<void> {
  try {
    cacheEntities('posts', [await call(getPost, { params: { id: postId } })])
  } catch (error) {
    // On other errors the cached post stays; the next page that shows it fetches it again.
    if (error instanceof ApiError && error.status === 404) removePost(postId)
  }
}

/** A post as the subject of comments, which change its cached count. */
export function commentSubject(postId: string): CommentSubject {
  return {
    kind: 'post',
    id: postId,
    isPublic: true,
    changeCount: (change) =>
      updatePost(postId, ({ commentsCount }) => ({ commentsCount: change(commentsCount) })),
    refetchCount: () => void refetchPost(postId),
  }
}

/** Adds a post that the current user has just published to the cache and to the top of its lists. */
export function addPublishedPost(post: Post): void {
  cacheEntities('posts', [post])
  putOnTop(post)
}

/** Removes a deleted post from the cache and all lists. */
export function removePost(postId: string): void {
  removeFromLists(postId)
  removeEntity('posts', postId)
}
