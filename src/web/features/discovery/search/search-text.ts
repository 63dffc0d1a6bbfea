/** Returns the search text in a URL; '' on other pages. */
export function searchTextOf({ path, search }: { path: string; search: string }): string {
  return path === '/search' ? (new URLSearchParams(search).get('q') ?? '').trim() : ''
}
