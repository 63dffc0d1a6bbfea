import { notificationSubjects } from '#server/features/notifications/notifications/notification-subject.ts'
import { notifiedPost } from './notification-queries.ts'
import { defineFeature } from '#server/feature.ts'
import { mountPosts } from './routes.ts'

export const posts = defineFeature({
  name: 'posts',
  routes: mountPosts,
  extensions: [notificationSubjects.extend(() => notifiedPost)],
})
