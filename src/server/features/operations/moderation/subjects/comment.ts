import {
  hideComment,
  releaseComment,
  restoreComment,
} from '#server/features/community/comments/hide-comment.ts'
import { findStoredComment } from '#server/features/community/comments/hidden-queries.ts'
import { findComment } from '#server/features/community/comments/queries.ts'
import { assertSubjectVisible, subjectOf } from '#server/features/community/comments/subjects.ts'
import { HttpError } from '#server/http/errors.ts'
import { listThread } from '../context-queries.ts'
import { commentSnapshot } from '#server/features/community/comments/comment-snapshot.ts'
import type { Subject } from './subject.ts'

export const commentSubject: Subject = {
  async find(db, id, requester) {
    const row = await findComment(db, id, null)
    if (!row) return undefined
    const subject = subjectOf(row)
    try {
      await assertSubjectVisible(db, subject, requester)
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return undefined
      throw error
    }
    const createdAt = new Date(row.createdAt).toISOString()
    return { ownerId: row.userId, snapshot: commentSnapshot(subject, { content: row.content, createdAt }) }
  },
  exists: async (db, id) => (await findStoredComment(db, id)) !== undefined,
  async readContext(db, id, moderator) {
    const comment = await findStoredComment(db, id)
    return comment ? listThread(db, { ...subjectOf(comment), around: id }, moderator) : []
  },
  removal: {
    hide: hideComment,
    restore: restoreComment,
  },
  release: releaseComment,
}
