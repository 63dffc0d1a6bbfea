import { X } from '#web/ui/icons/x.tsx'
import type { ReactNode } from 'react'

/** A label in a list. With `remove` it has a labelled remove button, with a hit area of 44 px. */
export function Chip({
  children,
  remove,
}: {
  children: ReactNode
  remove?: { label: string; onRemove: () => void }
}) {
  return (
    <span
      className={`inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-raised px-3 text-small font-[550] [overflow-wrap:anywhere] forced-colors:border ${remove ? 'pe-1' : ''}`}
    >
      {children}
      {remove && (
        <button
          type="button"
          aria-label={remove.label}
          data-tooltip={remove.label}
          onClick={remove.onRemove}
          className="relative grid size-6 flex-none place-items-center rounded-full text-ink-2 after:absolute after:-inset-2.5 hover:bg-line hover:text-ink"
        >
          <X aria-hidden className="size-4 stroke-[1.9]" />
        </button>
      )}
    </span>
  )
}
