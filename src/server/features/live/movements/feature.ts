import { defineFeature } from '#server/feature.ts'
import { mountMovements } from './routes.ts'

export const movements = defineFeature({
  name: 'movements',
  routes: mountMovements,
})
