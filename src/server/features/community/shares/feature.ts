import { defineFeature } from '#server/feature.ts'
import { mountShares } from './routes.ts'

export const shares = defineFeature({
  name: 'shares',
  routes: mountShares,
})
