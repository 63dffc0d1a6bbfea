import { ArrowDown } from '#web/ui/icons/arrow-down.tsx'
import { ArrowUp } from '#web/ui/icons/arrow-up.tsx'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useInView } from '#web/lib/hooks/use-in-view.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'

type NewItemsPillProps = {
  isShown: boolean
  onShow: () => Promise<void>
  /** Also shown to somebody further up the page than the list, at the bottom of the window. */
  floats?: boolean
  /** The label, with the number of new items. */
  children: ReactNode
}

/**
 * Announces new items above a list. Where the top of the list is in view it has a row of its own, so that it covers
 * nothing; further down it overlays the list, so that nothing shifts while it is read.
 */
export function NewItemsPill({ isShown, onShow, floats = false, children }: NewItemsPillProps) {
  const errorText = useErrorText()
  const { isPending, run } = usePendingAction(onShow, (error) =>
    toast({ variant: 'destructive', title: errorText(error) }),
  )
  const { top, hasRow, isBelow } = usePosition(isShown)
  const isFloating = floats && isBelow
  const Arrow = isFloating ? ArrowDown : ArrowUp
  return (
    <>
      <div ref={top} />
      {/* The ends of the row let clicks through to the list below. */}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not contain a button
        role="status"
        className={`pointer-events-none z-5 flex justify-center ${isFloating ? FLOATING_CLASS : hasRow ? 'sticky top-3 pb-4' : 'sticky top-3 h-0'}`}
      >
        {isShown && (
          <Button
            size="sm"
            variant="on"
            pending={isPending}
            onClick={run}
            className={`pointer-events-auto animate-appear shadow-float ${hasRow || isFloating ? '' : 'mt-3'}`}
          >
            <Arrow aria-hidden />
            {children}
          </Button>
        )}
      </div>
    </>
  )
}

/** Above the upload tray and the navigation of phones, and on narrow windows above the mini player. */
const FLOATING_CLASS = [
  'fixed inset-x-0 bottom-[calc(24px+var(--tray-height,0px))]',
  'max-md:bottom-[calc(88px+env(safe-area-inset-bottom)+var(--tray-height,0px))]',
  'max-lg:[:root:has([data-mini-player])_&]:bottom-[calc(264px+env(safe-area-inset-bottom)+var(--tray-height,0px))]',
].join(' ')

/**
 * Whether the pill has a row, and whether the list begins below the window. Once it has a row it keeps it, as the list
 * must not move while it is read further down.
 */
function usePosition(isShown: boolean) {
  const top = useRef<HTMLDivElement>(null)
  const [hasRow, setHasRow] = useState(false)
  const [isBelow, setIsBelow] = useState(false)
  const update = (isInView: boolean) => {
    if (isInView) setHasRow(true)
    setIsBelow(!isInView && (top.current?.getBoundingClientRect().top ?? 0) > 0)
  }
  useInView(top, update, { isActive: isShown })
  if (!isShown && hasRow) setHasRow(false)
  return { top, hasRow, isBelow }
}
