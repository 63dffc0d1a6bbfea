import type { Context, Feature, WorkerContext } from './feature.ts'

/** Returns what the features store of a user, by the name of each feature. */
export async function exportUserData(
  features: readonly Feature[],
  { db }: Pick<Context, 'db'>,
  userId: string,
): Promise<Record<string, Record<string, object[]>>> {
  const exported: Record<string, Record<string, object[]>> = {}
  for (const { name, exportUser } of features)
    if (typeof exportUser === 'function') exported[name] = await exportUser(db, userId)
  return exported
}

/**
 * Deletes a user and what the features store of the user, in one transaction: the highest feature first, as what depends on a
 * record goes before it. What must be kept names nobody. Throws 409 while the user is live.
 */
export async function deleteUserData(
  features: readonly Feature[],
  context: WorkerContext,
  userId: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    for (const { deleteUser } of features.toReversed())
      if (typeof deleteUser === 'function') await deleteUser(context, tx, userId)
  })
}
