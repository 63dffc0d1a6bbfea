import * as z from 'zod/mini'
import { mapLocation, openHours } from './contact.ts'
import { line, requiredLine, text } from './fields.ts'
import { LIMIT_SETTINGS } from './limit-settings.ts'
import type { Setting, SettingType } from './setting.ts'
import { DEFAULT_FACTS, type Network, type SiteFacts } from './site-facts.ts'

const address = z.url({ protocol: /^https?$/ }).check(z.maxLength(500))

/** What a page may show of it: these travel with every document. */
const FACT_SETTINGS = {
  'general.siteName': fact(
    'general.siteName',
    requiredLine(60),
    'The name of this site, wherever it is shown.',
  ),
  'general.signUpOpen': fact('general.signUpOpen', z.boolean(), 'Whether anyone may open an account.'),
  'general.notice': fact(
    'general.notice',
    line(300),
    'One line that every page shows at its top, or nothing.',
  ),
  'general.contactAddress': fact('general.contactAddress', text(500), 'Headquarters, of one or more lines.'),
  'general.contactPhone': fact('general.contactPhone', line(40), 'A telephone number for everyone to see.'),
  'general.contactEmail': fact(
    'general.contactEmail',
    z.union([z.literal(''), z.email()]),
    'An e-mail address for everyone to see.',
  ),
  'general.hours': fact(
    'general.hours',
    z.array(openHours).check(z.maxLength(12)),
    'When somebody answers, by region.',
  ),
  'general.mapLocation': fact(
    'general.mapLocation',
    z.nullable(mapLocation),
    'The place that the contact page shows on its map; null shows the world.',
  ),
  'social.facebook': network('facebook', 'Facebook'),
  'social.twitter': network('twitter', 'Twitter'),
  'social.instagram': network('instagram', 'Instagram'),
  'social.linkedin': network('linkedin', 'LinkedIn'),
  'social.tiktok': network('tiktok', 'TikTok'),
  'social.youtube': network('youtube', 'YouTube'),
  'social.spotify': network('spotify', 'Spotify'),
  'social.appleMusic': network('appleMusic', 'Apple Music'),
  'social.twitch': network('twitch', 'Twitch'),
} satisfies { [K in keyof SiteFacts]: Setting }

/** Every key that the site knows. The table holds what an operator has changed. */
export const SETTINGS = {
  ...FACT_SETTINGS,
  'general.superAdminsAppointAdmins': {
    type: 'boolean',
    category: 'general',
    description: 'Whether only super admins change a role from or to admin or super admin.',
    value: z.boolean(),
    fallback: false,
  },
  ...LIMIT_SETTINGS,
} satisfies Record<string, Setting>

export type SettingKey = keyof typeof SETTINGS
export type SettingValues = { [K in SettingKey]: z.output<(typeof SETTINGS)[K]['value']> }

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key)
}

/** Reads a value as the table holds it; undefined when it is none of this setting. */
export function parseSetting<K extends SettingKey>(key: K, stored: string): SettingValues[K] | undefined {
  const { type, value }: Setting = SETTINGS[key]
  const result = value.safeParse(read(type, stored))
  // Boundary: the schema is the one that this key's type is made from.
  return result.success ? (result.data as SettingValues[K]) : undefined
}

function fact<K extends keyof SiteFacts, S extends z.ZodMiniType<SiteFacts[K]>>(
  key: K,
  value: S,
  description: string,
) {
  const fallback = DEFAULT_FACTS[key]
  return { type: typeOf(fallback), category: 'general', description, value, fallback } as const
}

function network(name: Network, label: string) {
  const fallback = DEFAULT_FACTS[`social.${name}`]
  const description = `Where the footer's link to ${label} leads.`
  return { type: 'string', category: 'social', description, value: address, fallback } as const
}

function typeOf(fallback: SiteFacts[keyof SiteFacts]): SettingType {
  if (typeof fallback === 'string') return 'string'
  return typeof fallback === 'boolean' ? 'boolean' : 'json'
}

function read(type: SettingType, stored: string): unknown {
  switch (type) {
    case 'string':
      return stored
    case 'number':
      return stored.trim() === '' ? undefined : Number(stored)
    case 'boolean':
    case 'json':
      return parseJson(stored)
    default:
      throw type satisfies never
  }
}

function parseJson(stored: string): unknown {
  try {
    return JSON.parse(stored)
  } catch {
    return undefined
  }
}
