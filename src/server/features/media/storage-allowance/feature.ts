import { defineFeature } from '#server/feature.ts'
import { mountStorageAllowance } from './routes.ts'

/** Returns how much the caller stores, and may store. */
export const storageAllowanceFeature = defineFeature({
  name: 'storage-allowance',
  routes: mountStorageAllowance,
})
