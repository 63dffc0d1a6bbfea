import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { mountCreatorEmoji } from './routes.ts'
import { creatorEmoji } from './schema.ts'

/** The emoji of a creator. */
export const creatorEmojiFeature = defineFeature({
  name: 'creator-emoji',
  routes: mountCreatorEmoji,
  tables: [creatorEmoji],
  exportUser: exportRows({ emoji: creatorEmoji.creatorId }),
  deleteUser: 'with the account',
})
