/** Matches a visible character; fillers and zero-width characters alone would show as blank. */
export const VISIBLE = /(?![\u115F\u1160\u2800\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u

export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}
