import { defineFeature } from '#server/feature.ts'
import { mountAccount } from './account-routes.ts'
import { sessionCleanupHandler } from './cleanup-job.ts'
import { mountAuth } from './routes.ts'
import { sessions, signInFailures } from './schema.ts'
import { deleteSessions, exportSessions } from './user-data.ts'

/** Accounts: registration, sign-in, sessions and passwords. */
export const authFeature = defineFeature({
  name: 'auth',
  routes: [mountAuth, mountAccount],
  jobs: (context) => [sessionCleanupHandler(context)],
  tables: [sessions, signInFailures],
  exportUser: exportSessions,
  deleteUser: deleteSessions,
})
