import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { deleteSharesOf } from './queries.ts'
import { mountShares } from './routes.ts'
import { shares } from './schema.ts'

/** Shares of posts, which are counted once for each user. */
export const sharesFeature = defineFeature({
  name: 'shares',
  routes: mountShares,
  tables: [shares],
  exportUser: exportRows({ shares: shares.userId }),
  deleteUser: (_context, tx, userId) => deleteSharesOf(tx, userId),
})
