import { createStore } from '#web/lib/store.ts'

/** Whether the one composer of the page is open. */
export const composer = createStore({ isOpen: false })

/** Opens 'Share Your Story', from anywhere; `ComposerHost` shows it. */
export function openComposer(): void {
  composer.set({ isOpen: true })
}

export function closeComposer(): void {
  composer.set({ isOpen: false })
}
