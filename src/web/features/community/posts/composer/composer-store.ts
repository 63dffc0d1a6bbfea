import { createStore } from '#web/lib/store.ts'

/** Whether the page's composer is open. */
export const composer = createStore({ isOpen: false })

/** Opens the 'Share Your Story' dialog, which `ComposerHost` renders. */
export function openComposer(): void {
  composer.set({ isOpen: true })
}

export function closeComposer(): void {
  composer.set({ isOpen: false })
}
