import type { Video } from '#shared/videos/videos.ts'
import { CommentThread } from '#web/features/community/shared/comments/comment-thread.tsx'
import { commentSubject } from '#web/features/videos/video-engagement/video-records.ts'

/** The comments under a video, with the form to add one. */
export function VideoComments({ video }: { video: Video }) {
  return <CommentThread subject={commentSubject(video)} />
}
