import { CircleAlert } from '#web/ui/icons/circle-alert.tsx'
import { createContext, useContext, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'

type FieldLinks = {
  id: string
  describedBy: string | undefined
  invalid: boolean
}

const FieldContext = createContext<FieldLinks | null>(null)

type FieldProps = {
  label: ReactNode
  /** One control of this folder (`Input`, `Textarea`, `Select`), which gets its id and descriptions by context. */
  children: ReactNode
  hint?: ReactNode
  /** The error message; also marks the control as invalid. */
  error?: string | undefined
  /** Length of the text; together with `max` it shows the counter. */
  count?: number
  max?: number
  optional?: boolean
  className?: string
}

/** A labelled control with its hint, its counter and its error. */
export function Field({ label, children, hint, error, count, max, optional, className }: FieldProps) {
  const t = useTranslations('ui')
  const id = useId()
  const hasCounter = count !== undefined && max !== undefined
  const describedBy =
    [error && `${id}-error`, hint && `${id}-hint`, hasCounter && `${id}-count`].filter(Boolean).join(' ') ||
    undefined
  return (
    <div className={`grid min-w-0 content-start gap-1.5 ${className ?? ''}`}>
      <label htmlFor={id} className="text-small font-[650]">
        {label} {optional && <span className="font-normal text-ink-3">{t('optional')}</span>}
      </label>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>{children}</FieldContext>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {(hint || hasCounter) && (
        <div className="flex justify-between gap-3 text-meta text-ink-3">
          <span id={`${id}-hint`}>{hint}</span>
          {hasCounter && <Counter id={`${id}-count`} count={count} max={max} />}
        </div>
      )}
    </div>
  )
}

/** Returns the attributes that link a control to the label and texts of its `Field`; empty outside one. */
export function useField() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  }
}

function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex items-center gap-1.5 text-meta font-semibold text-danger">
      <CircleAlert className="size-4 flex-none stroke-[1.9]" aria-hidden />
      {children}
    </p>
  )
}

/** The first announcement is made at this number of remaining characters. */
const ANNOUNCE_AT = 20

/** Turns red at the limit; announced once at 20 characters left, at the limit and above it, not at every key. */
export function Counter({ id, count, max }: { id?: string; count: number; max: number }) {
  const t = useTranslations('ui')
  const left = max - count
  const stage = left < 0 ? 'over' : left === 0 ? 'full' : left <= ANNOUNCE_AT ? 'near' : 'far'
  const [announced, setAnnounced] = useState({ stage, left })
  if (announced.stage !== stage) setAnnounced({ stage, left })
  return (
    <>
      <span id={id} className={`num flex-none ${left <= 0 ? 'font-semibold text-danger' : ''}`}>
        {t('counter', { count, max })}
      </span>
      <output className="sr-only">
        {stage === 'over' && t('charactersOver', { count: -left })}
        {(stage === 'full' || stage === 'near') && t('charactersLeft', { count: announced.left })}
      </output>
    </>
  )
}
