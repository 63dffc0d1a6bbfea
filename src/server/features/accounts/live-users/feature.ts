import { defineFeature } from '#server/feature.ts'
import { userLiveChanged } from './set-live-stream.ts'

/** Which users are live: the domain `live` stores it with the user, so that every list of users has it. */
export const liveUsersFeature = defineFeature({
  name: 'live-users',
  updates: [userLiveChanged],
})
