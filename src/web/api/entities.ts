import { queryClient } from './query-client.ts'

/** What lives once in the cache, whichever lists it stands in; a member's whole record apart from what rows show of it. */
export type EntityKind = 'posts' | 'streams' | 'users' | 'persons'

/** The place of one record in the cache. */
export const entityKey = (kind: EntityKind, id: string) => [kind, id] as const

/** Puts the records of a list in their places; the list itself keeps what this answers: their ids. */
export function cacheEntities(kind: EntityKind, items: readonly { id: string }[]): string[] {
  for (const item of items) queryClient.setQueryData(entityKey(kind, item.id), item)
  return items.map(({ id }) => id)
}

/** Changes a record where it is known; every list shows it at once. */
export function updateEntity<T extends object>(
  kind: EntityKind,
  id: string,
  change: (known: T) => Partial<T>,
): void {
  queryClient.setQueryData<T>(entityKey(kind, id), (known) => known && { ...known, ...change(known) })
}

/** The record is gone: whoever shows it finds null in its place, and draws nothing. */
export function removeEntity(kind: EntityKind, id: string): void {
  queryClient.setQueryData(entityKey(kind, id), null)
}
