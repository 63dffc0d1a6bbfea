import type { ComponentProps } from 'react'
import { Input } from './input.tsx'

/** An input for an e-mail address, which is written from left to right in every language. */
export function EmailInput(props: Omit<ComponentProps<'input'>, 'type' | 'dir' | 'className'>) {
  return <Input type="email" dir="ltr" className="rtl:text-end" {...props} />
}
