import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import type { ReactNode } from 'react'

type FoldProps = {
  title: string
  /** Unfolded from the start. */
  isOpen?: boolean
  children: ReactNode
}

/** A part of a form that few need: only its title is shown until it is unfolded. */
export function Fold({ title, isOpen = false, children }: FoldProps) {
  return (
    <details open={isOpen} className="group/fold border-t border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden
          className="size-5 flex-none stroke-[1.9] text-ink-2 transition-transform duration-(--dur-1) group-open/fold:rotate-180"
        />
      </summary>
      <div className="pt-1 pb-3">{children}</div>
    </details>
  )
}
