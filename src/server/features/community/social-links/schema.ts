import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SocialLink } from '#shared/community/social-links.ts'
import { createdAt, primaryId, updatedAt } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

export const socialLinks = pgTable(
  'creator_social_links',
  {
    id: primaryId(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    platform: text().$type<SocialLink['platform']>().notNull(),
    url: text().notNull(),
    displayName: text('display_name'),
    isPublic: boolean('is_public').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('creator_social_links_creator_idx').on(table.creatorId, table.id)],
)

export type SocialLinkRow = typeof socialLinks.$inferSelect
