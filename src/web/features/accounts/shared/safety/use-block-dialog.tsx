import { type ReactNode, useState } from 'react'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'

type BlockedUser = { id: string; name: string }

/** Opens the dialog that blocks a user; its code is loaded then. `dialog` is rendered by the caller. */
export function useBlockDialog(): {
  open: (user: BlockedUser) => void
  isOpen: boolean
  dialog: ReactNode
} {
  const { Component: BlockDialog, load } = useLazyComponent(loadBlockDialog)
  const [user, setUser] = useState<BlockedUser | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  return {
    open: (chosen) =>
      void load().then((isLoaded) => {
        if (!isLoaded) return
        setUser(chosen)
        setIsOpen(true)
      }),
    isOpen,
    dialog: BlockDialog && user && <BlockDialog user={user} open={isOpen} onOpenChange={setIsOpen} />,
  }
}

const loadBlockDialog = async () => (await import('./block-dialog.tsx')).BlockDialog
