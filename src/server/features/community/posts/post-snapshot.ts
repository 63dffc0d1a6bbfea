import type { Post } from '#shared/community/posts.ts'
import type { Snapshot } from '#shared/operations/reports.ts'
import { EMPTY_SNAPSHOT } from '#server/features/community/held-content/empty-snapshot.ts'

type SnapshotPost = Pick<Post, 'id' | 'content' | 'mediaUrl' | 'mediaType' | 'createdAt'>

/** Returns a post as moderators see it. */
export function postSnapshot({ id, content, mediaUrl, mediaType, createdAt }: SnapshotPost): Snapshot {
  return { ...EMPTY_SNAPSHOT, text: content, mediaUrl, mediaType, createdAt, page: { type: 'post', id } }
}
