import { ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { useInView } from '#web/lib/hooks/use-in-view.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'

type NewItemsPillProps = {
  isShown: boolean
  onShow: () => Promise<void>
  /** The label, with the number of new items. */
  children: ReactNode
}

/**
 * Announces new items above a list. Where the top of the list is in view it has a row of its own, so that it covers
 * nothing; further down it overlays the list, so that nothing shifts while it is read.
 */
export function NewItemsPill({ isShown, onShow, children }: NewItemsPillProps) {
  const errorText = useErrorText()
  const { isPending, run } = usePendingAction(onShow, (error) =>
    toast({ variant: 'destructive', title: errorText(error) }),
  )
  const { top, hasRow } = useRow(isShown)
  return (
    <>
      <div ref={top} />
      {/* The ends of the row let clicks through to the list below. */}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not contain a button
        role="status"
        className={`pointer-events-none sticky top-3 z-5 flex justify-center ${hasRow ? 'pb-4' : 'h-0'}`}
      >
        {isShown && (
          <Button
            size="sm"
            variant="on"
            pending={isPending}
            onClick={run}
            className={`pointer-events-auto animate-appear shadow-float ${hasRow ? '' : 'mt-3'}`}
          >
            <ArrowUp aria-hidden />
            {children}
          </Button>
        )}
      </div>
    </>
  )
}

/** Whether the pill has a row. Once it has one it keeps it, as the list must not move while it is read further down. */
function useRow(isShown: boolean) {
  const top = useRef<HTMLDivElement>(null)
  const [hasRow, setHasRow] = useState(false)
  useInView(top, (isInView) => isInView && setHasRow(true), { isActive: isShown })
  if (!isShown && hasRow) setHasRow(false)
  return { top, hasRow }
}
