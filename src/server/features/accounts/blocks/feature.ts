import { defineFeature } from '#server/feature.ts'
import { mountBlocks } from './routes.ts'

export const blocks = defineFeature({
  name: 'blocks',
  routes: mountBlocks,
})
