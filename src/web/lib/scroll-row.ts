/**
 * Scrolls a row of choices, which overflows on phones, so that the chosen one is visible. Does not scroll the page.
 */
export function scrollRowTo(row: HTMLElement | null, selector: string): void {
  const chosen = row?.querySelector(selector)?.getBoundingClientRect()
  if (!row || !chosen) return
  const visible = row.getBoundingClientRect()
  if (chosen.left >= visible.left && chosen.right <= visible.right) return
  row.scrollBy({ left: (chosen.left + chosen.right - visible.left - visible.right) / 2, behavior: 'instant' })
}
