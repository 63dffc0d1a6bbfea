import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { notificationSubjects } from '#server/features/notifications/notifications/notification-subject.ts'
import { notifiedPost } from './notification-queries.ts'
import { removeMentionsInPosts } from './queries.ts'
import { mountPosts } from './routes.ts'
import { posts, postHashtags } from './schema.ts'

/** Posts, and the feeds of them. */
export const postsFeature = defineFeature({
  name: 'posts',
  routes: mountPosts,
  extensions: [notificationSubjects.extend(() => notifiedPost)],
  tables: [posts, postHashtags],
  exportUser: exportRows({ posts: posts.authorId }, { without: [posts.search] }),
  deleteUser: (_context, tx, userId) => removeMentionsInPosts(tx, userId),
})
