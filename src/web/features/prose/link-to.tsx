import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** Makes the marked words of a text a link: `t.rich('text', { terms: linkTo('/terms') })`. */
export function linkTo(href: `/${string}`) {
  return (words: ReactNode) => (
    <Link href={href} className="text-link underline">
      {words}
    </Link>
  )
}
