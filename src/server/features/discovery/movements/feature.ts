import { defineFeature } from '#server/feature.ts'
import { mountMovements } from './routes.ts'

export const movementsFeature = defineFeature({
  name: 'movements',
  routes: mountMovements,
})
