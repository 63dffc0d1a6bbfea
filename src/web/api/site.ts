import { applyLimits } from '#shared/settings/limits.ts'
import { DEFAULT_FACTS, type SiteFacts } from '#shared/settings/site-facts.ts'
import { readBoot } from './boot.ts'

const boot = readBoot()
const site: SiteFacts = { ...DEFAULT_FACTS, ...boot?.site }
// Forms validate with the same limits as the server.
applyLimits(boot?.limits ?? {})

/** Returns the public site settings, as of the load of the page. */
export function useSite(): SiteFacts {
  return site
}
