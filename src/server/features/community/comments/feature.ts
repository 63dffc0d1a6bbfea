import { notificationSubjects } from '#server/features/notifications/notifications/notification-subject.ts'
import { notifiedComment } from './notification-queries.ts'
import { defineFeature } from '#server/feature.ts'
import { mountComments } from './routes.ts'

/** Comments on posts and videos. */
export const comments = defineFeature({
  name: 'comments',
  routes: mountComments,
  extensions: [notificationSubjects.extend(() => notifiedComment)],
})
