/** Returns the URL of the results of a search. */
export function searchUrl(text: string): string {
  return `/search?q=${encodeURIComponent(text)}`
}

/** Returns the search text in a URL; '' on other pages. */
export function searchTextOf({ path, search }: { path: string; search: string }): string {
  return path === '/search' ? (new URLSearchParams(search).get('q') ?? '').trim() : ''
}
