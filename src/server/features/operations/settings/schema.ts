import { pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { SETTING_CATEGORIES, SETTING_TYPES } from '#shared/settings/setting.ts'
import { createdAt, primaryId, updatedAt } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

export const settingType = pgEnum('setting_type', SETTING_TYPES)
export const settingCategory = pgEnum('setting_category', SETTING_CATEGORIES)

/** Changed settings; every other setting has its default from `src/shared/settings/settings.ts`. */
export const siteSettings = pgTable('site_settings', {
  id: primaryId(),
  key: text().notNull().unique('site_settings_key_key'),
  value: text().notNull(),
  type: settingType().notNull(),
  description: text(),
  category: settingCategory().notNull(),
  updatedBy: uuid('updated_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})
