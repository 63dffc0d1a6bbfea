import { Search } from '#web/ui/icons/search.tsx'
import type { ComponentProps } from 'react'
import { Input } from './input.tsx'

/** An input for a search, with its icon; `className` is for its layout. Outside a `Field` it needs an `aria-label`. */
export function SearchInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <span className={`relative block min-w-0 ${className ?? ''}`}>
      <Search
        aria-hidden
        className="pointer-events-none absolute start-3.5 top-3.5 size-5 stroke-[1.9] text-ink-2"
      />
      <Input type="search" autoComplete="off" spellCheck={false} className="ps-11" {...rest} />
    </span>
  )
}
