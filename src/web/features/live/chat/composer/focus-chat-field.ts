/** Marks the field of the chat, of which a page has one. */
export const CHAT_FIELD = { 'data-chat-field': true } as const

/** Moves the focus to the field of the page's chat, if the viewer may write. */
export function focusChatField(): void {
  document.querySelector<HTMLElement>('[data-chat-field]')?.focus()
}
