import { type ReactNode, useState } from 'react'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import type { ShortcutRows } from './shortcuts-dialog.tsx'

/** The list of a player's keyboard shortcuts, whose code is loaded when it is first opened. */
export function useShortcutsHelp(rows: ShortcutRows): { open: () => void; dialog: ReactNode } {
  const { Component: ShortcutsDialog, load } = useLazyComponent(loadShortcutsDialog)
  const [isOpen, setIsOpen] = useState(false)
  return {
    open: () => void load().then(setIsOpen),
    dialog: ShortcutsDialog && <ShortcutsDialog rows={rows} open={isOpen} onOpenChange={setIsOpen} />,
  }
}

const loadShortcutsDialog = async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog
