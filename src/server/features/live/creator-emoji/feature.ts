import { defineFeature } from '#server/feature.ts'
import { mountCreatorEmoji } from './routes.ts'

export const creatorEmoji = defineFeature({
  name: 'creator-emoji',
  routes: mountCreatorEmoji,
})
