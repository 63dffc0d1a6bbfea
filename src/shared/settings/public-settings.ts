import type { MapLocation, OpenHours } from './contact-settings.ts'

export const NETWORKS = [
  'facebook',
  'twitter',
  'instagram',
  'linkedin',
  'tiktok',
  'youtube',
  'spotify',
  'appleMusic',
  'twitch',
] as const
export type Network = (typeof NETWORKS)[number]

/** Who may open an account: everyone, who has an invitation, everyone whom an admin then approves, or nobody. */
export const SIGN_UP_MODES = ['open', 'invitation', 'approval', 'closed'] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]

/** The public site settings by key, which every page gets. */
export type PublicSettings = {
  'general.siteName': string
  /** The URL of the stored file; empty shows the product's own logo. */
  'general.logoUrl': string
  /** The hue of the accent colour in degrees of OKLCH; lightness and chroma are the product's, for the contrast. */
  'general.accentHue': number
  /** The headline of the landing page; empty shows the product's own. */
  'general.landingHeadline': string
  'general.signUp': SignUpMode
  /** Shown on every page above its header; empty shows nothing. */
  'general.notice': string
  /** Empty contact details are not shown. */
  'general.contactAddress': string
  'general.contactPhone': string
  'general.contactEmail': string
  'general.hours': OpenHours[]
  /** Null shows the whole world on the map. */
  'general.mapLocation': MapLocation | null
  /** What a broadcast sends at most, in kilobits per second. */
  'streaming.maxBitrateKbps': number
  /** The smallest and largest tip in US dollars, with at most two decimals. */
  'payments.minTip': number
  'payments.maxTip': number
} & Record<`social.${Network}`, string>

/** Defaults. Until the operator sets accounts, the links lead to the networks' front pages. */
export const DEFAULT_PUBLIC_SETTINGS: PublicSettings = {
  'general.siteName': 'Creative Wave',
  'general.logoUrl': '',
  'general.accentHue': 77,
  'general.landingHeadline': '',
  'general.signUp': 'open',
  'general.notice': '',
  'general.contactAddress': '',
  'general.contactPhone': '',
  'general.contactEmail': '',
  'general.hours': [
    { region: 'Americas', text: '9 AM-6 PM EST', from: '09:00', to: '18:00', utcOffset: '-05:00' },
    { region: 'Europe/Africa', text: '2 PM-11 PM GMT', from: '14:00', to: '23:00', utcOffset: '+00:00' },
    { region: 'Asia/Pacific', text: '11 PM-8 AM JST', from: '23:00', to: '08:00', utcOffset: '+09:00' },
  ],
  'general.mapLocation': null,
  'social.facebook': 'https://www.facebook.com/',
  'social.twitter': 'https://twitter.com/',
  'social.instagram': 'https://www.instagram.com/',
  'social.linkedin': 'https://www.linkedin.com/',
  'social.tiktok': 'https://www.tiktok.com/',
  'social.youtube': 'https://www.youtube.com/',
  'social.spotify': 'https://open.spotify.com/',
  'social.appleMusic': 'https://music.apple.com/',
  'social.twitch': 'https://www.twitch.tv/',
  'streaming.maxBitrateKbps': 2500,
  'payments.minTip': 1,
  'payments.maxTip': 500,
}
