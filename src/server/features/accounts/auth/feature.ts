import { sessionCleanupHandler } from './cleanup-job.ts'
import { defineFeature } from '#server/feature.ts'
import { mountAuth } from './routes.ts'
import { mountAccount } from './account-routes.ts'

/** Accounts: registration, sign-in, sessions and passwords. */
export const auth = defineFeature({
  name: 'auth',
  routes: [mountAuth, mountAccount],
  jobs: (context) => [sessionCleanupHandler(context)],
})
