import { NETWORKS } from '#shared/settings/public-settings.ts'

/** The settings of the branding form, in its order. */
const IDENTITY_KEYS = ['general.siteName', 'general.landingHeadline', 'general.accentHue'] as const
export const NETWORK_KEYS = NETWORKS.map((network) => `social.${network}` as const)
const KEYS = [...IDENTITY_KEYS, ...NETWORK_KEYS]
export type BrandingKey = (typeof KEYS)[number]
/** The text of each setting. */
export type BrandingValues = Record<BrandingKey, string>

export const isBrandingKey = (key: string): key is BrandingKey => KEYS.some((each) => each === key)
