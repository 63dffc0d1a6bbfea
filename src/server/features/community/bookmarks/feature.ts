import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { mountBookmarks } from './routes.ts'
import { bookmarks } from './schema.ts'

/** Bookmarks of posts. */
export const bookmarksFeature = defineFeature({
  name: 'bookmarks',
  routes: mountBookmarks,
  tables: [bookmarks],
  exportUser: exportRows({ bookmarks: bookmarks.userId }),
  deleteUser: 'with the account',
})
