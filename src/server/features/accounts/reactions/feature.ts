import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { deleteLikesOf, likeables } from './queries.ts'
import { likes } from './schema.ts'

/** The likes of everything that can be liked; the features with the subjects mount the calls. */
export const reactionsFeature = defineFeature({
  name: 'reactions',
  tables: [likes],
  exportUser: exportRows({ likes: likes.userId }),
  deleteUser: ({ service }, tx, userId) => deleteLikesOf(tx, service(likeables), userId),
})
