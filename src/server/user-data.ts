import { endAccess } from './core-features.ts'
import type { Db } from './db/executor.ts'
import type { Feature, WorkerContext } from './feature.ts'

/** Returns what the features store of a user, by the name of each feature. `db`: of `figuresDb`. */
export async function exportUserData(
  features: readonly Feature[],
  db: Db,
  userId: string,
): Promise<Record<string, Record<string, object[]>>> {
  const exported: Record<string, Record<string, object[]>> = {}
  for (const { name, exportUser } of features)
    if (typeof exportUser === 'function') exported[name] = await exportUser(db, userId)
  return exported
}

/**
 * Deletes a user and what the features store of the user. First the user's access ends, so that nothing is added meanwhile; then
 * one transaction deletes everything, the highest feature first, as what depends on a record goes before it. `db`: of
 * `deletionDb`. Throws 409 for the last super_admin, and while the user is live: then the account stays deactivated.
 */
export async function deleteUserData(
  features: readonly Feature[],
  context: WorkerContext,
  db: Db,
  userId: string,
): Promise<void> {
  await db.transaction((tx) => endAccess(tx, userId))
  await db.transaction(async (tx) => {
    for (const { deleteUser } of features.toReversed())
      if (typeof deleteUser === 'function') await deleteUser(context, tx, userId)
  })
}
