import { defineFeature } from '#server/feature.ts'
import { mountBlocks } from './routes.ts'

/** Blocks and mutes. */
export const blocksFeature = defineFeature({
  name: 'blocks',
  routes: mountBlocks,
})
