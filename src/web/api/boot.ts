import type { Limits } from '#shared/settings/limits.ts'
import type { PublicSettings } from '#shared/settings/public-settings.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'

/** Data that the server embeds in every document. */
type Boot = {
  user: CurrentUser | null
  /** Whether the site sends e-mail. */
  hasMail?: boolean
  /** Whether no money moves with the site's payments. */
  isSandbox?: boolean
  /** Settings and limits that the operator has changed from their defaults. */
  site?: Partial<PublicSettings>
  limits?: Partial<Limits>
}

/** Returns the data embedded in this document; undefined if there is none (development server). */
export function readBoot(): Boot | undefined {
  const text = document.getElementById('boot')?.textContent
  if (!text) return undefined
  // Boundary: serialised by the server from the same type.
  return JSON.parse(text) as Boot
}
