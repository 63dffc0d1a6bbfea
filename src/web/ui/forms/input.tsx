import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import type { ComponentProps } from 'react'
import { useField } from './field.tsx'

/** The text is at least 16 px, or iOS zooms in on focus. Invalid: danger outline and a 3 px bar at the start. */
const control = [
  'block min-h-12 w-full min-w-0 rounded-control border-[1.5px] border-line-strong bg-surface px-3.5 py-[11px] text-body leading-[1.4] text-ink',
  'aria-invalid:border-danger aria-invalid:shadow-[inset_3px_0_0_var(--danger)] rtl:aria-invalid:shadow-[inset_-3px_0_0_var(--danger)]',
  'disabled:cursor-not-allowed disabled:bg-raised disabled:text-ink-3',
].join(' ')

/** A text input. Labelled and described by its `Field`; outside one it needs an `aria-label`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      dir="auto"
      {...useField()}
      className={`${control} read-only:bg-sunken ${className ?? ''}`}
      {...rest}
    />
  )
}

/** A multiline text input, initially 112 px high. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      {...useField()}
      className={`${control} min-h-28 resize-y read-only:bg-sunken ${className ?? ''}`}
      {...rest}
    />
  )
}

/** A native select, styled like the other controls; its children are `<option>`s. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={`relative block ${className ?? ''}`}>
      <select {...useField()} className={`${control} appearance-none pe-10`} {...rest} />
      <ChevronDown
        className="pointer-events-none absolute end-3 top-3.5 size-5 stroke-[1.9] text-ink-2"
        aria-hidden
      />
    </span>
  )
}
