import type { LiveState } from '#shared/accounts/users.ts'
import { queryClient } from '#web/api/query-client.ts'

/**
 * Changes the live state of a user wherever the cache contains the user: as the author of posts and comments, the creator of
 * streams and videos, in lists. Reads the whole cache, which is cheap for changes as rare as starts and ends.
 */
export function updateShownUser(userId: string, state: LiveState): void {
  for (const { queryKey, state: query } of queryClient.getQueryCache().getAll()) {
    const updated = withLiveState(query.data, userId, state)
    if (updated !== query.data)
      queryClient.setQueryData(queryKey, updated, { updatedAt: query.dataUpdatedAt })
  }
}

/** Returns the same value if it does not contain the user, else a copy of what contains the user. */
function withLiveState(value: unknown, userId: string, state: LiveState): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => withLiveState(item, userId, state))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const changed: [string, unknown][] = []
  for (const [name, field] of Object.entries(value)) {
    const updated = withLiveState(field, userId, state)
    if (updated !== field) changed.push([name, updated])
  }
  const isUser = 'liveStreamId' in value && 'id' in value && value.id === userId
  if (isUser && value.liveStreamId !== state.liveStreamId) changed.push(...Object.entries(state))
  return changed.length > 0 ? { ...value, ...Object.fromEntries(changed) } : value
}
