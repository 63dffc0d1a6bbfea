import { useQuery } from '@tanstack/react-query'
import { getPost, type Post } from '#shared/posts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { updateEntity, entityKey, removeEntity, cacheEntities } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { LastIntent } from '#web/lib/last-intent.ts'
import { dropFromLists, putOnTop } from '#web/features/posts/feed/post-lists.ts'

/** One post, wherever it is shown: null when it has been deleted. `isFresh` asks again although it is known. */
export function usePost(postId: string, { isFresh = false } = {}) {
  return useQuery<Post | null>({
    queryKey: entityKey('posts', postId),
    queryFn: () => call(getPost, { params: { id: postId } }),
    refetchOnMount: isFresh ? 'always' : true,
  })
}

/** What is known of a post just now; undefined when it is not known, or gone. */
export function cachedPost(postId: string): Post | undefined {
  return queryClient.getQueryData<Post | null>(entityKey('posts', postId)) ?? undefined
}

export function updatePost(postId: string, change: (known: Post) => Partial<Post>): void {
  updateEntity('posts', postId, change)
}

export function markBookmarked(postId: string, isBookmarked: boolean): void {
  updatePost(postId, ({ viewer }) => ({ viewer: { ...viewer, isBookmarked } }))
}

/** Toggles that the server has not answered yet: only the last one of a post counts. */
export const likeIntents = new LastIntent<boolean, { liked: boolean; likesCount: number }>()
export const bookmarkIntents = new LastIntent<boolean, { bookmarked: boolean }>()

/** Asks what is so now, when a change was refused or its answer did not come. */
export async function refetchPost(postId: string): Promise<void> {
  try {
    cacheEntities('posts', [await call(getPost, { params: { id: postId } })])
  } catch (error) {
    // Without an answer it stays as it was before; a page that is opened asks again.
    if (error instanceof ApiError && error.status === 404) removePost(postId)
  }
}

/** A post that the member has just published: it is at once where it belongs. */
export function addPublishedPost(post: Post): void {
  cacheEntities('posts', [post])
  putOnTop(post)
}

/** A post that is gone vanishes everywhere. */
export function removePost(postId: string): void {
  dropFromLists(postId)
  removeEntity('posts', postId)
}
