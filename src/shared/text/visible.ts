/**
 * Matches a visible character; fillers, blank symbols and invisible characters alone would show as blank.
 * U+1D159 is a note without a head, U+FFFC the place of an object.
 */
export const VISIBLE = /(?![\p{DI}\u2800\uFFFC\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u

export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}
