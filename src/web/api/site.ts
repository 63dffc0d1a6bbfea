import { applyLimits } from '#shared/settings/limits.ts'
import { DEFAULT_FACTS, type SiteFacts } from '#shared/settings/site-facts.ts'
import { readBoot } from './boot.ts'

const boot = readBoot()
const site: SiteFacts = { ...DEFAULT_FACTS, ...boot?.site }
// Forms keep to the limits that the server keeps to.
applyLimits(boot?.limits ?? {})

/** The site's name, its networks and how to reach those who run it, as they were when the page was loaded. */
export function useSite(): SiteFacts {
  return site
}
