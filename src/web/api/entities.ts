import { queryClient } from './query-client.ts'

/** Normalized records of the cache; lists contain their ids. `users` are whole records, `userSummaries` are list rows. */
export type EntityKind = 'posts' | 'streams' | 'users' | 'userSummaries' | 'videos'

/** The query key of one record. */
export const entityKey = (kind: EntityKind, id: string) => [kind, id] as const

/** Stores the records of a list in the cache, and returns their ids. */
export function cacheEntities(kind: EntityKind, items: readonly { id: string }[]): string[] {
  for (const item of items) queryClient.setQueryData(entityKey(kind, item.id), item)
  return items.map(({ id }) => id)
}

/** Returns a cached record; undefined when it is not cached or deleted. */
export function cachedEntity<T extends object>(kind: EntityKind, id: string): T | undefined {
  return queryClient.getQueryData<T | null>(entityKey(kind, id)) ?? undefined
}

/** Changes a record if it is cached; every list that shows it rerenders. */
export function updateEntity<T extends object>(
  kind: EntityKind,
  id: string,
  change: (cached: T) => Partial<T>,
): void {
  queryClient.setQueryData<T>(entityKey(kind, id), (cached) => cached && { ...cached, ...change(cached) })
}

/** Marks a record as deleted: components that read it get null, and render nothing. */
export function removeEntity(kind: EntityKind, id: string): void {
  queryClient.setQueryData(entityKey(kind, id), null)
}
