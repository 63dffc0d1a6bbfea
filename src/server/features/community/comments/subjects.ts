import type { Executor } from '#server/db/executor.ts'
import { findPost, lockPost } from '#server/features/community/posts/lock-queries.ts'
import { findVideo } from '#server/features/videos/videos/queries.ts'
import { lockVisibleVideo } from '#server/features/videos/videos/lock-queries.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'

/** The subject of a comment: a post or a video. */
export type Subject = { postId: string; videoId: null } | { postId: null; videoId: string }

export const postSubject = (postId: string): Subject => ({ postId, videoId: null })
export const videoSubject = (videoId: string): Subject => ({ postId: null, videoId })

export const subjectId = ({ postId, videoId }: Subject): string => postId ?? videoId

/** Returns the subject of a stored comment, of which one id is null. */
export function subjectOf({ postId, videoId }: { postId: string | null; videoId: string | null }): Subject {
  if (postId !== null) return postSubject(postId)
  if (videoId !== null) return videoSubject(videoId)
  throw new Error('a comment without a subject')
}

/** Throws 404 if the requester may not see the subject. */
export async function assertSubjectVisible(
  db: Executor,
  subject: Subject,
  requester: Caller | null,
): Promise<void> {
  if (subject.postId !== null) {
    if (!(await findPost(db, subject.postId, requester))) throw notFound('notFound.post')
  } else if (!(await findVideo(db, subject.videoId, requester))) throw notFound('notFound.video')
}

/** Locks a subject that the requester may see, like `lockPost`; undefined for any other. */
export async function lockSubject(
  tx: Executor,
  { postId, videoId }: Subject,
  requester: Caller,
): Promise<{ ownerId: string; isVisibleToAll: boolean } | undefined> {
  if (postId !== null) {
    const post = await lockPost(tx, postId)
    return post && { ownerId: post.authorId, isVisibleToAll: true }
  }
  const video = await lockVisibleVideo(tx, videoId, requester)
  return video && { ownerId: video.creatorId, isVisibleToAll: video.isVisibleToAll }
}

export const subjectNotFound = ({ postId }: Subject) =>
  notFound(postId === null ? 'notFound.video' : 'notFound.post')
