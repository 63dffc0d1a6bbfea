import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** Renders a tag of a rich message as a link: `t.rich('text', { terms: linkTo('/terms') })`. */
export function linkTo(href: `/${string}`) {
  return (chunks: ReactNode) => (
    <Link href={href} className="text-link underline">
      {chunks}
    </Link>
  )
}
