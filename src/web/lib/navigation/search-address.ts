/** Where a search's results are. */
export function searchAddress(text: string): string {
  return `/search?q=${encodeURIComponent(text)}`
}

/** What the address of a page asks for; nothing on other pages. */
export function searchedText({ path, search }: { path: string; search: string }): string {
  return path === '/search' ? (new URLSearchParams(search).get('q') ?? '').trim() : ''
}
