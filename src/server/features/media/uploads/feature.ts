import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { receivedBytes } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { uploadCleanupHandler } from './cleanup-job.ts'
import { mountUploadFiles } from './file-routes.ts'
import { sumUploadBytes } from './queries.ts'
import { mountUploads } from './routes.ts'
import { uploads } from './schema.ts'

/** Receives files in resumable parts (tus), and keeps them until something uses them. */
export const uploadsFeature = defineFeature({
  name: 'uploads',
  routes: [mountUploads, mountUploadFiles],
  jobs: async (context) => [await uploadCleanupHandler(context)],
  extensions: [receivedBytes.extend(() => sumUploadBytes)],
  // A file is shown before it is sent.
  contentSources: { imgSrc: ['blob:'], mediaSrc: ['blob:'] },
  tables: [uploads],
  exportUser: exportRows({ uploads: uploads.ownerId }),
  deleteUser: 'with the account',
})
