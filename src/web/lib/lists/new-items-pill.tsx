import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'

type NewItemsPillProps = {
  isShown: boolean
  onShow: () => Promise<void>
  /** The label, with the number of new items. */
  children: ReactNode
}

/** Announces new items above a list; overlays the list, so that nothing shifts while it is read. */
export function NewItemsPill({ isShown, onShow, children }: NewItemsPillProps) {
  const errorText = useErrorText()
  const { isPending, run } = usePendingAction(onShow, (error) =>
    toast({ variant: 'destructive', title: errorText(error) }),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not contain a button
    <div role="status" className="sticky top-3 z-5 flex h-0 justify-center">
      {isShown && (
        <Button
          size="sm"
          variant="on"
          pending={isPending}
          onClick={run}
          className="mt-3 animate-appear shadow-float"
        >
          <ArrowUp aria-hidden />
          {children}
        </Button>
      )}
    </div>
  )
}
