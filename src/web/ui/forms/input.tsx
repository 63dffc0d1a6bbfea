import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useField } from './field.tsx'

/** 16 px text on every control, or iOS zooms in. Error: danger outline and a 3 px bar at the start. */
const control = [
  'block min-h-12 w-full rounded-control border-[1.5px] border-line-strong bg-surface px-3.5 py-[11px] text-body leading-[1.4] text-ink',
  'aria-invalid:border-danger aria-invalid:shadow-[inset_3px_0_0_var(--danger)] rtl:aria-invalid:shadow-[inset_-3px_0_0_var(--danger)]',
  'disabled:cursor-not-allowed disabled:bg-raised disabled:text-ink-3',
].join(' ')

/** One line of text. Inside a `Field` it is labelled and described by it; alone it needs an `aria-label`. */
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

/** Several lines of text, 112 px high at first. */
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

/** The platform's own list, drawn as the other controls; its children are `<option>`s. */
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
