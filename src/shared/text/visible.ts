/** Something to see; fillers and zero-width characters alone are a blank row. */
export const VISIBLE = /(?![\u115F\u1160\u2800\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether there is something in a text that people see. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}
