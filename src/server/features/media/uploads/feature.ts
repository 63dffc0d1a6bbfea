import { uploads } from './schema.ts'
import { exportRows } from '#server/db/user-rows.ts'
import { uploadCleanupHandler } from './cleanup-job.ts'
import { receivedBytes } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { sumUploadBytes } from './queries.ts'
import { defineFeature } from '#server/feature.ts'
import { mountUploads } from './routes.ts'
import { mountUploadFiles } from './file-routes.ts'

/** Receives files in resumable parts (tus), and keeps them until something uses them. */
export const uploadsFeature = defineFeature({
  name: 'uploads',
  routes: [mountUploads, mountUploadFiles],
  // A file is shown before it is sent.
  contentSources: { imgSrc: ['blob:'], mediaSrc: ['blob:'] },
  jobs: async (context) => [await uploadCleanupHandler(context)],
  extensions: [receivedBytes.extend(() => sumUploadBytes)],
  tables: [uploads],
  exportUser: exportRows({ uploads: uploads.ownerId }),
  deleteUser: 'with the account',
})
