import { bookmarks } from './schema.ts'
import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { mountBookmarks } from './routes.ts'

export const bookmarksFeature = defineFeature({
  name: 'bookmarks',
  routes: mountBookmarks,
  tables: [bookmarks],
  exportUser: exportRows({ bookmarks: bookmarks.userId }),
  deleteUser: 'with the account',
})
