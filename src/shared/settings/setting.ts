import type * as z from 'zod/mini'

export const SETTING_TYPES = ['string', 'boolean', 'number', 'json'] as const
export const SETTING_CATEGORIES = ['general', 'streaming', 'social', 'payments'] as const
export type SettingType = (typeof SETTING_TYPES)[number]
export type SettingCategory = (typeof SETTING_CATEGORIES)[number]

/** A key of the site settings that the site knows. In the table its value is text. */
export type Setting<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  type: SettingType
  category: SettingCategory
  value: Schema
  fallback: z.output<Schema>
}
