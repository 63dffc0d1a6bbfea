import { deleteLikesOf } from './queries.ts'
import { likes } from './schema.ts'
import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { mountLikes } from './routes.ts'

export const likesFeature = defineFeature({
  name: 'likes',
  routes: mountLikes,
  tables: [likes],
  exportUser: exportRows({ likes: likes.userId }),
  deleteUser: (_context, tx, userId) => deleteLikesOf(tx, userId),
})
