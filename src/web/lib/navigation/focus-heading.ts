/** Moves the focus to the heading of the page, which screen readers then announce. */
export function focusHeading(options?: FocusOptions): void {
  const heading = document.querySelector('main h1')
  if (!(heading instanceof HTMLElement)) return
  heading.tabIndex = -1
  heading.focus(options)
}
