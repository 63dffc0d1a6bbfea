/** Filters of the discover page; an absent filter matches everything. */
export type DiscoverFilters = {
  category?: string | undefined
  region?: string | undefined
  tag?: string | undefined
}

/** Returns the URL of the discover page with these filters. */
export function discoverUrl(filters: DiscoverFilters): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, value)
  return search.size > 0 ? `/discover?${search}` : '/discover'
}
