import { defineFeature } from '#server/feature.ts'
import { mountContact } from './routes.ts'

export const contact = defineFeature({
  name: 'contact',
  routes: mountContact,
  // For the map that the contact page shows on request.
  contentSources: { frameSrc: ['https://www.openstreetmap.org'] },
})
