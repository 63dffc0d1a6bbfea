import { type ReactNode, useRef } from 'react'

type SkipListProps = {
  /** The text of the button, such as 'Skip the posts'. */
  label: string
  /** Read out where the focus moves, such as 'End of the posts'. */
  endLabel: string
  children: ReactNode
}

/** A long list, with a button before it that moves the focus behind it. It is visible only while it has the focus. */
export function SkipList({ label, endLabel, children }: SkipListProps) {
  const end = useRef<HTMLParagraphElement>(null)
  return (
    <div className="relative">
      <button
        type="button"
        onClick={() => end.current?.focus()}
        className="sr-only focus:not-sr-only focus:absolute focus:start-3 focus:top-3 focus:z-10 focus:rounded-control focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold focus:text-ink focus:shadow-float"
      >
        {label}
      </button>
      {children}
      <p ref={end} tabIndex={-1} className="sr-only">
        {endLabel}
      </p>
    </div>
  )
}
