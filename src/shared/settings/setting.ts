import type * as z from 'zod/mini'

export const SETTING_TYPES = ['string', 'boolean', 'number', 'json'] as const
export const SETTING_CATEGORIES = ['general', 'streaming', 'social', 'payments'] as const
export type SettingType = (typeof SETTING_TYPES)[number]
export type SettingCategory = (typeof SETTING_CATEGORIES)[number]

/** Definition of a site setting. The database stores its value as text. */
export type Setting<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  type: SettingType
  category: SettingCategory
  value: Schema
  fallback: z.output<Schema>
  /** The only values of a choice. */
  options?: readonly string[]
  /** The value is a list of words to watch for, one on each line, and at most as many. */
  maxWords?: number
}
