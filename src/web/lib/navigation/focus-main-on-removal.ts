/** A ref: when its element is removed with the focus inside, the focus moves to the page instead of getting lost. */
export function focusMainOnRemoval(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement))
      document.getElementById('main')?.focus({ preventScroll: true })
  }
}
