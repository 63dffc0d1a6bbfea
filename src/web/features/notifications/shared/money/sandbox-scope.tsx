import type { ReactNode } from 'react'
import { NoteAboveContext } from './note-above-context.ts'
import { SandboxNote } from './sandbox-note.tsx'

type SandboxScopeProps = {
  /** The rows with amounts on this surface. */
  rows: readonly { isSandbox: boolean }[]
  /** The note is already shown above the scope. */
  hasNoteAbove?: boolean
  variant?: 'badge' | 'line' | undefined
  /** Of the note. */
  className?: string | undefined
  children: ReactNode
}

/**
 * Marks rows of the sandbox once, above all of them: the notes inside are left out. Where other rows moved money, each row of
 * the sandbox has its own note.
 */
export function SandboxScope({
  rows,
  hasNoteAbove = false,
  variant,
  className,
  children,
}: SandboxScopeProps) {
  const isMarked = rows.length > 0 && rows.every(({ isSandbox }) => isSandbox)
  return (
    <>
      {isMarked && !hasNoteAbove && (
        <p className={className}>
          <SandboxNote variant={variant} />
        </p>
      )}
      <NoteAboveContext value={isMarked}>{children}</NoteAboveContext>
    </>
  )
}

/** A dialog needs its own note, also when the page behind it has one. */
export function OwnSandboxSurface({ children }: { children: ReactNode }) {
  return <NoteAboveContext value={false}>{children}</NoteAboveContext>
}
