import * as z from 'zod/mini'
import { mapLocation, openHours } from './contact-settings.ts'
import { line, requiredNameLine, text, webUrlOf } from '#shared/fields.ts'
import { COMMUNITY_SETTINGS } from './community-settings.ts'
import { LIMIT_SETTINGS } from './limit-settings.ts'
import { RULE_SETTINGS } from './rules.ts'
import type { Setting, SettingType } from './setting.ts'
import { PAYMENT_SETTINGS, PUBLIC_PAYMENT_SETTINGS } from './payment-settings.ts'
import {
  DEFAULT_PUBLIC_SETTINGS,
  type Network,
  type PublicSettings,
  SIGN_UP_MODES,
} from './public-settings.ts'
import { PUBLIC_STREAMING_SETTINGS, STREAMING_SETTINGS } from './streaming-settings.ts'

const networkUrl = webUrlOf(500)
/** Of a stored upload of the purpose `logo`. */
const logoUrl = z.string().check(z.regex(/^\/files\/branding\/[\da-f-]{36}\.webp$/))

/** Settings that pages show: they are sent with every document. */
const PUBLIC_SETTINGS = {
  'general.siteName': publicSetting('general.siteName', requiredNameLine(60)),
  'general.logoUrl': publicSetting('general.logoUrl', z.union([z.literal(''), logoUrl])),
  'general.accentHue': publicSetting('general.accentHue', z.int().check(z.minimum(0), z.maximum(359))),
  'general.landingHeadline': publicSetting('general.landingHeadline', line(120)),
  'general.signUp': {
    ...publicSetting('general.signUp', z.enum(SIGN_UP_MODES)),
    options: SIGN_UP_MODES,
  },
  'general.notice': publicSetting('general.notice', line(300)),
  'general.contactAddress': publicSetting('general.contactAddress', text(500)),
  'general.contactPhone': publicSetting('general.contactPhone', line(40)),
  'general.contactEmail': publicSetting('general.contactEmail', z.union([z.literal(''), z.email()])),
  'general.hours': publicSetting('general.hours', z.array(openHours).check(z.maxLength(12))),
  'general.mapLocation': publicSetting('general.mapLocation', z.nullable(mapLocation)),
  'social.facebook': network('facebook'),
  'social.twitter': network('twitter'),
  'social.instagram': network('instagram'),
  'social.linkedin': network('linkedin'),
  'social.tiktok': network('tiktok'),
  'social.youtube': network('youtube'),
  'social.spotify': network('spotify'),
  'social.appleMusic': network('appleMusic'),
  'social.twitch': network('twitch'),
  ...PUBLIC_STREAMING_SETTINGS,
  ...PUBLIC_PAYMENT_SETTINGS,
} satisfies { [K in keyof PublicSettings]: Setting }

/**
 * Every setting; descriptions are in the server's catalogue, under `settings`. The database table has only those that
 * an operator has changed.
 */
export const SETTINGS = {
  ...PUBLIC_SETTINGS,
  'general.superAdminsAppointAdmins': {
    type: 'boolean',
    category: 'general',
    value: z.boolean(),
    fallback: false,
  },
  ...RULE_SETTINGS,
  ...COMMUNITY_SETTINGS,
  ...STREAMING_SETTINGS,
  ...LIMIT_SETTINGS,
  ...PAYMENT_SETTINGS,
} satisfies Record<string, Setting>

export type SettingKey = keyof typeof SETTINGS
export type SettingValues = { [K in SettingKey]: z.output<(typeof SETTINGS)[K]['value']> }

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key)
}

/** Checks a value in its text form; the result has the parsed value, or what is wrong with it. */
export function checkSetting(key: SettingKey, text: string): z.core.util.SafeParseResult<unknown> {
  const { type, value }: Setting = SETTINGS[key]
  return value.safeParse(fromText(type, text), { reportInput: true })
}

/** Returns the text form of a value, as the database stores it. */
export function settingText(key: SettingKey, value: unknown): string {
  return SETTINGS[key].type === 'string' ? String(value) : JSON.stringify(value)
}

/** Parses a value as stored in the database; returns undefined for an invalid one. */
export function parseSetting<K extends SettingKey>(key: K, stored: string): SettingValues[K] | undefined {
  const result = checkSetting(key, stored)
  // Boundary: this key's type is inferred from the same schema.
  return result.success ? (result.data as SettingValues[K]) : undefined
}

function publicSetting<K extends keyof PublicSettings, S extends z.ZodMiniType<PublicSettings[K]>>(
  key: K,
  value: S,
) {
  const fallback = DEFAULT_PUBLIC_SETTINGS[key]
  return { type: typeOf(fallback), category: 'general', value, fallback } as const
}

function network(name: Network) {
  const fallback = DEFAULT_PUBLIC_SETTINGS[`social.${name}`]
  return { type: 'string', category: 'social', value: networkUrl, fallback } as const
}

function typeOf(fallback: PublicSettings[keyof PublicSettings]): SettingType {
  const type = typeof fallback
  return type === 'string' || type === 'boolean' || type === 'number' ? type : 'json'
}

function fromText(type: SettingType, stored: string): unknown {
  switch (type) {
    case 'string':
      return stored
    case 'number':
      return stored.trim() === '' ? stored : Number(stored)
    case 'boolean':
    case 'json':
      return parseJson(stored)
    default:
      throw type satisfies never
  }
}

/** Returns a text that is not JSON unchanged: no setting of these types takes a text. */
function parseJson(stored: string): unknown {
  try {
    return JSON.parse(stored)
  } catch {
    return stored
  }
}
