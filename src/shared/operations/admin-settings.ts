import * as z from 'zod/mini'
import { LIMITS } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, requiredText, text } from '#shared/fields.ts'
import { SETTING_CATEGORIES, SETTING_TYPES } from '#shared/settings/setting.ts'

/**
 * Letters, digits, dots, dashes and underscores; it begins with a letter or digit, so that it can be part of a path.
 */
const settingKey = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(LIMITS.settings.key),
  z.refine((key) => key === '' || /^[A-Za-z0-9][\w.-]*$/.test(key)),
)
const type = z.enum(SETTING_TYPES)
const category = z.enum(SETTING_CATEGORIES)

/**
 * A setting as admins see it: a known one, which takes effect, or one of their own, which is only stored. A known
 * setting is listed with its default while nothing is stored for it; it then has no author and times. Its id follows
 * from its key, stored or not.
 */
const siteSetting = z.object({
  id,
  key: z.string(),
  /** The text form: 'true' or 'false' for a boolean, JSON for json. */
  value: z.string(),
  type,
  description: z.nullable(z.string()),
  category,
  /** The user who changed it last; null for a deleted user as well. */
  updatedBy: z.nullable(id),
  createdAt: z.nullable(instant),
  updatedAt: z.nullable(instant),
  isKnown: z.boolean(),
  /** Whether nothing is stored, so that the default is in effect. */
  isDefault: z.boolean(),
  /** False for a stored value that the setting does not accept (any more): its default is in effect. */
  isValid: z.boolean(),
  /** The default of a known setting; it may be empty, which only a DELETE restores. */
  defaultValue: z.nullable(z.string()),
  /** The only values of a choice; null for other settings. */
  options: z.nullable(z.array(z.string())),
  /** The value is a list of watched words, one on each line, of at most as many; null for other settings. */
  maxWords: z.nullable(z.int()),
  /** Whether only super_admins change it, and the requester is none. */
  isLocked: z.boolean(),
})
export type SiteSetting = z.output<typeof siteSetting>

const settingInput = z.object({
  key: settingKey,
  value: requiredText(LIMITS.settings.value),
  type: z.optional(type),
  description: z.optional(z.nullable(text(LIMITS.settings.description))),
  category: z.optional(category),
})
export type SettingInput = z.output<typeof settingInput>

/** Every known setting in the order of the registry, then those of the admins by key; not paginated. */
export const listSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  query: z.object({ category: z.optional(category) }),
  response: z.array(siteSetting),
})

/**
 * Creates or changes a setting; returns the result. A known setting keeps its own type, category and description,
 * whatever is sent. For others an absent field stays unchanged; a new one is a general string without description. 400
 * with `fields` for a value that does not fit; 403 `forbidden` for a setting that only super_admins change; 422 for one
 * that conflicts with another setting, and when there are too many settings of the admins' own.
 */
export const saveSetting = endpoint({
  method: 'POST',
  path: '/api/admin/settings',
  access: 'admin',
  body: settingInput,
  response: siteSetting,
})

/**
 * Makes the caller's finished upload of the purpose `logo` the logo of the site; null goes back to the product's own.
 * 422 at `url` for anything else.
 */
export const changeLogo = endpoint({
  method: 'PUT',
  path: '/api/admin/logo',
  access: 'admin',
  body: z.object({ url: z.nullable(z.string().check(z.maxLength(200))) }),
  response: z.object({ url: z.nullable(z.string()) }),
})

/**
 * Resets a known setting to its default, also when it has it already; deletes another one, 404 if there is none. 403
 * `forbidden` as for a change.
 */
export const deleteSetting = endpoint({
  method: 'DELETE',
  path: '/api/admin/settings/:key',
  access: 'admin',
  params: z.object({ key: settingKey }),
  response: z.object({ deleted: z.literal(true) }),
})
