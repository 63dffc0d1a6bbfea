import { FlaskConical } from '#web/ui/icons/flask-conical.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Badge } from '#web/ui/badge.tsx'
import { useHasNoteAbove } from './note-above-context.ts'

type SandboxNoteProps = {
  /** `line` is small text; `short` shows only its first word, for rows with little room, and reads out all of it. */
  variant?: 'badge' | 'line' | 'short' | undefined
}

/** 'Sandbox: no money moves', shown beside amounts of the sandbox; nothing where the surface says it already (`SandboxScope`). */
export function SandboxNote({ variant = 'badge' }: SandboxNoteProps) {
  const t = useTranslations('payments')
  const title = useSandboxText()
  const rest = (chunks: ReactNode) =>
    variant === 'short' ? <span className="sr-only">{chunks}</span> : chunks
  const text = t.rich('sandbox', { rest })
  if (useHasNoteAbove()) return null
  if (variant === 'badge')
    return (
      <Badge variant="warn" className="h-auto! min-h-6 max-w-full font-text whitespace-normal!">
        <FlaskConical aria-hidden className="flex-none" /> {text}
      </Badge>
    )
  if (variant === 'line') return <span className="text-micro text-ink-2">{text}</span>
  return (
    <span title={title} className="text-micro font-semibold whitespace-nowrap opacity-90">
      {text}
    </span>
  )
}

/** Returns the text of the note, where only text can stand. */
export function useSandboxText(): string {
  return useTranslations('payments').markup('sandbox', { rest: (chunks) => chunks })
}
