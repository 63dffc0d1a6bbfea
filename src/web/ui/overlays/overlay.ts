import { useEffect, useEffectEvent, useState } from 'react'
import { focusHeading } from '#web/lib/navigation/focus-heading.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'

/** The backdrop of a dialog; it scrolls if the dialog is taller than the viewport. */
export const DIALOG_SCRIM =
  'fixed inset-0 z-20 grid animate-appear items-end justify-items-center bg-scrim md:place-items-center md:p-6'

/** The dialog itself: a bottom sheet on phones, else centred. */
export const DIALOG_PANEL =
  'flex max-h-[92dvh] w-full animate-rise flex-col overflow-hidden rounded-t-sheet bg-surface pb-[env(safe-area-inset-bottom)] shadow-float outline-none md:max-h-full md:rounded-sheet forced-colors:border'

type FocusState = {
  open: boolean
  opener: Element | null
}

/**
 * Returns a handler that restores the focus on closing to the element that had it on opening. Radix does so only for
 * its own trigger, and these dialogs are opened by state. The element is read while rendering, because a field may
 * focus itself before any effect runs. If it is gone, because the dialog changed the page, the heading gets the focus.
 *
 * @param findTarget returns another element for the focus, or null
 */
export function useReturnFocus(open: boolean, findTarget?: () => HTMLElement | null): (event: Event) => void {
  const [state, setState] = useState<FocusState>({ open: false, opener: null })
  if (state.open !== open) setState({ open, opener: open ? document.activeElement : state.opener })
  return (event) => {
    event.preventDefault()
    const target = findTarget?.() ?? state.opener
    if (target instanceof HTMLElement) target.focus()
    if (target !== document.body && document.activeElement === document.body) focusHeading()
  }
}

/** While open, the browser's back button calls `close` instead of leaving the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  useEffect(() => (open ? navigation.addOverlay(() => onBack()) : undefined), [open])
}

/**
 * A click on a toast does not count as a click outside of the dialog. Radix fires the event after the click was
 * handled, so a toast dismissed by it is no longer connected.
 */
export function ignoreToasterClicks(event: Event): void {
  const { target } = event
  if (target instanceof Element && (!target.isConnected || target.closest('[data-toaster]')))
    event.preventDefault()
}
