import type { ReportSubject } from '#shared/operations/reports.ts'
import { commentSubject } from './comment.ts'
import { messageSubject } from './message.ts'
import { postSubject } from './post.ts'
import { streamSubject } from './stream.ts'
import type { Subject } from './subject.ts'
import { userSubject } from './user.ts'
import { videoSubject } from './video.ts'

export const SUBJECTS: Record<ReportSubject, Subject> = {
  post: postSubject,
  comment: commentSubject,
  video: videoSubject,
  stream: streamSubject,
  message: messageSubject,
  user: userSubject,
}
