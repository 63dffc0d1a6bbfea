import type { Downstream } from '#shared/realtime.ts'
import type { Cursor } from '#shared/socket.ts'

/** One item of a channel: its cursor, the time of its creation in ms, and the message that announces it. */
export type Item = { cursor: string; at: number; id?: string; message?: Downstream }

/** The newest items of a channel, newest first. */
export type Newest = {
  items: readonly Item[]
  /** There are no older ones. */
  isWhole: boolean
  /** The item is the whole state: it is sent to everyone with another cursor. */
  isState?: boolean
}

/** Longer than a transaction takes: of two items that are written concurrently, the older one may be committed later. */
const OVERLAP_MS = 2000

/** The items of a read that was limited to `limit` rows. */
export function newestOf(items: readonly Item[], limit: number): Newest {
  return { items, isWhole: items.length < limit }
}

/**
 * Returns the items that a page with the cursor `since` may lack, the oldest first; null if it must reload because `since` is
 * unknown or older than all items. Without a cursor nothing is missing.
 */
export function itemsSince({ items, isWhole, isState }: Newest, since: Cursor | undefined): Item[] | null {
  if (since === undefined) return []
  if (since === null) return isWhole ? items.toReversed() : null
  const index = items.findIndex(({ cursor }) => cursor === since)
  const known = items[index]
  if (!known) return isState ? [...items] : null
  return items
    .filter((item, at) => at < index || (at > index && item.at > known.at - OVERLAP_MS))
    .toReversed()
}
