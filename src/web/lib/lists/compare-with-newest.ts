type ListChanges = {
  /** Ids in the newest page that the list lacks. */
  newIds: string[]
  /** Ids of the list that the newest page should contain and does not. */
  removedIds: string[]
  /** The page does not overlap the list: the items between them are unknown. */
  hasGap: boolean
}

/** Compares a list's newest page with `previousIds`, which were loaded when it was requested. */
export function compareWithNewest(
  { items, next }: { items: readonly string[]; next: string | null },
  previousIds: readonly string[],
): ListChanges {
  const previousIdSet = new Set(previousIds)
  const newestIds = new Set(items)
  const lastCommonIndex = previousIds.findLastIndex((id) => newestIds.has(id))
  const coveredIds = next === null ? previousIds : previousIds.slice(0, lastCommonIndex + 1)
  return {
    newIds: items.filter((id) => !previousIdSet.has(id)),
    removedIds: coveredIds.filter((id) => !newestIds.has(id)),
    hasGap: lastCommonIndex === -1 && next !== null,
  }
}
