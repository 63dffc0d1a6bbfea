import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { notificationSubjects } from '#server/features/notifications/notifications/notification-subject.ts'
import { notifiedComment } from './notification-queries.ts'
import { deleteCommentsOf, removeMentionsInComments } from './queries.ts'
import { mountComments } from './routes.ts'
import { comments } from './schema.ts'

/** Comments on posts and videos. */
export const commentsFeature = defineFeature({
  name: 'comments',
  routes: mountComments,
  extensions: [notificationSubjects.extend(() => notifiedComment)],
  tables: [comments],
  exportUser: exportRows({ comments: comments.userId }),
  async deleteUser(_context, tx, userId) {
    await deleteCommentsOf(tx, userId)
    await removeMentionsInComments(tx, userId)
  },
})
