import { useEffect, useEffectEvent, useState } from 'react'
import { navigation } from '#web/lib/navigation/navigation.ts'

/** The dimmed page behind a dialog; it scrolls when the dialog is taller than the window. */
export const DIALOG_SCRIM =
  'fixed inset-0 z-20 grid animate-appear items-end justify-items-center bg-scrim md:place-items-center md:p-6'

/** The dialog's surface: a sheet at the bottom on phones, centred above. */
export const DIALOG_PANEL =
  'flex max-h-[92dvh] w-full animate-rise flex-col overflow-hidden rounded-t-sheet bg-surface pb-[env(safe-area-inset-bottom)] shadow-float outline-none md:max-h-full md:rounded-sheet forced-colors:border'

type Opening = {
  open: boolean
  from: Element | null
}

/**
 * Returns the focus on closing to whatever had it on opening. Radix does so only for its own trigger, and our dialogs
 * are opened by state. Noted while rendering, because a field may take the focus before any effect.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const [opening, setOpening] = useState<Opening>({ open: false, from: null })
  if (opening.open !== open) setOpening({ open, from: open ? document.activeElement : opening.from })
  return (event) => {
    event.preventDefault()
    if (opening.from instanceof HTMLElement) opening.from.focus()
  }
}

/** While it is open, the browser's back button closes it and leaves the page where it is. */
export function useBackCloses(open: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => (open ? navigation.addOverlay(() => closeNow()) : undefined), [open])
}

/**
 * A click on a toast is not a click outside the dialog. It is told after the click has done its work: a toast that was
 * dismissed by it is gone by then.
 */
export function keepForToaster(event: Event): void {
  const { target } = event
  if (target instanceof Element && (!target.isConnected || target.closest('[data-toaster]')))
    event.preventDefault()
}
