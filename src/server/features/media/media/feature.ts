import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { storedBytes } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { deleteFilesHandler } from './delete-files-job.ts'
import { deleteReleasedHandler } from './delete-released-job.ts'
import { mediaService } from './media-service.ts'
import { PUBLIC_MEDIA_FOLDERS } from './prepare-file.ts'
import { sumStoredBytes } from './queries.ts'
import { mediaUploads } from './schema.ts'

/** Stores the images, videos and files of posts and profiles. */
export const mediaFeature = defineFeature({
  name: 'media',
  async jobs(context) {
    const dependencies = { ...context, media: await context.service(mediaService) }
    return [deleteFilesHandler(dependencies), deleteReleasedHandler(dependencies)]
  },
  extensions: [storedBytes.extend(() => sumStoredBytes)],
  publicFolders: PUBLIC_MEDIA_FOLDERS,
  tables: [mediaUploads],
  exportUser: exportRows(
    { media: mediaUploads.uploadedBy },
    { without: [mediaUploads.fingerprint, mediaUploads.tags, mediaUploads.description, mediaUploads.search] },
  ),
  deleteUser: 'with the account',
})
