import { DEFAULT_PUBLIC_SETTINGS, type PublicSettings } from '#shared/settings/public-settings.ts'
import { readBoot } from './boot.ts'

const boot = readBoot()
const site: PublicSettings = { ...DEFAULT_PUBLIC_SETTINGS, ...boot?.site }

/** Whether the site sends e-mail. */
export function useHasMail(): boolean {
  return boot?.hasMail ?? false
}

/** Whether the site's payments are those of a sandbox: no money moves. */
export function useIsSandbox(): boolean {
  return boot?.isSandbox ?? false
}

/** Returns the public site settings, as of the load of the page. */
export function useSite(): PublicSettings {
  return site
}

/** The same outside of components. */
export const getSite = (): PublicSettings => site
