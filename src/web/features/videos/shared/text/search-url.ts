import { firstCodePoints } from '#shared/fields.ts'
import { MAX_SEARCH_LENGTH } from '#shared/discovery/search.ts'

/** Returns the URL of the results of a search. A longer text is cut, as servers limit the length of a URL. */
export function searchUrl(text: string): string {
  return `/search?q=${encodeURIComponent(firstCodePoints(text, MAX_SEARCH_LENGTH))}`
}
