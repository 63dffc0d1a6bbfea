/** A row of a list, the rows of that list, and its URL's query. */
type ListPosition = { id: string; ids: readonly string[]; search: string }

let left: ListPosition | null = null
let isReturning = false
/** Stays after the return, for the browser's forward button. */
let lastSearch = ''

/** Where in the queue a case was opened, so that the return link leads there. */
export const queueReturn = {
  /** Called when a row's page is opened. */
  leave(position: ListPosition): void {
    left = position
    lastSearch = position.search
    isReturning = false
  },

  /** The query of the list that was left. */
  search: (): string => lastSearch,

  /** Called when the link back is used. */
  begin(): void {
    isReturning = true
  },

  /** Returns the position once, when a list is shown again: by the link, or by the browser's back button. */
  take(arrival: 'load' | 'new' | 'same' | 'back'): ListPosition | null {
    const position = isReturning || arrival === 'back' ? left : null
    if (position) left = null
    isReturning = false
    return position
  },
}
