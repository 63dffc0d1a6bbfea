import type { Limits } from '#shared/settings/limits.ts'
import type { SiteFacts } from '#shared/settings/site-facts.ts'
import type { OwnUser } from '#shared/users.ts'

/** What the server puts into every document. */
type Boot = {
  user: OwnUser | null
  /** What the operator has changed of the site, and of its limits. */
  site?: Partial<SiteFacts>
  limits?: Partial<Limits>
}

/** What came with this page; undefined where nothing did (the development server). */
export function readBoot(): Boot | undefined {
  const text = document.getElementById('boot')?.textContent
  if (!text) return undefined
  // Boundary: written by our own server into our own page.
  return JSON.parse(text) as Boot
}
