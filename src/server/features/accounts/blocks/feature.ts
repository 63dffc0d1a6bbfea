import { defineFeature } from '#server/feature.ts'
import { mountBlocks } from './routes.ts'

export const blocksFeature = defineFeature({
  name: 'blocks',
  routes: mountBlocks,
})
