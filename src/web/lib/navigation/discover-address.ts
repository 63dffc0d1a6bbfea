/** What of the discoveries is asked for; what is left out is all of it. */
export type DiscoverFilters = {
  category?: string | undefined
  region?: string | undefined
  tag?: string | undefined
}

/** `/discover` with these filters. */
export function discoverAddress(asked: DiscoverFilters): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value) search.set(name, value)
  return search.size > 0 ? `/discover?${search}` : '/discover'
}
