import { defineFeature } from '#server/feature.ts'
import { findOrphansHandler } from './orphans-job.ts'
import { mountAdminMedia } from './routes.ts'
import { orphanFiles, storageChecks } from './schema.ts'

/** The media library: every stored file, for admins. */
export const adminMediaFeature = defineFeature({
  name: 'admin-media',
  routes: mountAdminMedia,
  jobs: (context) => [findOrphansHandler(context)],
  tables: [orphanFiles, storageChecks],
  exportUser: 'nothing personal',
  deleteUser: 'nothing personal',
})
