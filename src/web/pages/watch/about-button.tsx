import { Ellipsis } from '#web/ui/icons/ellipsis.tsx'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'

type AboutButtonProps = {
  /** Name of the button, and the title of the sheet. */
  name: string
  /** The contents of the sheet. */
  children: ReactNode
}

/** On a phone's player: opens a sheet with the description and the rarer actions, whose code is loaded on the first press. */
export function AboutButton({ name, children }: AboutButtonProps) {
  const { Component: Dialog, isLoading, load } = useLazyComponent(loadDialog)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        variant="video"
        label={name}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={() => void load().then(setIsOpen)}
      >
        <Ellipsis aria-hidden />
      </IconButton>
      {Dialog && (
        <Dialog open={isOpen} onOpenChange={setIsOpen} title={name} size="narrow">
          <div className="grid gap-5">{children}</div>
        </Dialog>
      )}
    </>
  )
}

const loadDialog = async () => (await import('#web/ui/overlays/dialog.tsx')).Dialog
