import { defineFeature } from '#server/feature.ts'
import { mountLiveStatus } from './routes.ts'

/** The live engine's state and problems, for admins. */
export const liveStatusFeature = defineFeature({
  name: 'live-status',
  routes: mountLiveStatus,
})
