import { defineFeature } from '#server/feature.ts'
import { mountEmbeds } from './routes.ts'

/** Frames, oEmbed, link previews and structured data of videos, for other sites. */
export const embedsFeature = defineFeature({
  name: 'embeds',
  routes: mountEmbeds,
})
