import { defineFeature } from '#server/feature.ts'
import { mountMovements } from './routes.ts'

/** How many creators are in each movement. */
export const movementsFeature = defineFeature({
  name: 'movements',
  routes: mountMovements,
})
