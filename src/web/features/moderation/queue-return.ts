/** A row of a list, the rows of that list, and its URL's query. */
type ListPosition = { id: string; ids: readonly string[]; search: string }

let left: ListPosition | null = null
let isReturning = false

/** Where in the queue a case was opened, so that the way back leads there. */
export const queueReturn = {
  /** Called when a row's page is opened. */
  leave(position: ListPosition): void {
    left = position
    isReturning = false
  },

  /** The query of the list that was left. */
  search: (): string => left?.search ?? '',

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
