import path from 'node:path'
import { LIMITS } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { UPLOADS_PATH, type UnfinishedUpload, listUploads } from '#shared/media/uploads.ts'
import { mediaService } from '#server/features/media/media/media-service.ts'
import type { Mount } from '#server/feature.ts'
import { MEDIA_FOLDERS } from '#server/features/media/media/prepare-file.ts'
import { findPrivateMedia, listUnclaimedVideos } from '#server/features/media/media/queries.ts'
import type { MediaRow } from '#server/features/media/media/schema.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { sendFile } from '#server/storage/send-file.ts'
import { listOwnUploads } from './queries.ts'
import { findReceived } from './received-bytes.ts'
import type { UploadRow } from './schema.ts'

export const mountUploadFiles: Mount = async (app, { db, service, storage }) => {
  const media = await service(mediaService)
  route(app, listUploads, async ({ user }) => {
    const rows = await listOwnUploads(db, user.id, LIMITS.page.max)
    const presented = await Promise.all(rows.map((row) => presentUnfinished(row, media.folder)))
    const stored = await listUnclaimedVideos(db, user.id, LIMITS.page.max)
    // An upload that is just being finished is in both lists.
    const uploadById = new Map(stored.map((row) => [row.id, presentStored(row)]))
    for (const each of presented) if (each) uploadById.set(each.id, each)
    // UUIDv7: ids sort by their time of creation.
    return [...uploadById.values()].toSorted((one, two) => (one.id < two.id ? 1 : -1))
  })

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: `${UPLOADS_PATH}/:id/file`,
    config: { access: 'anyone' },
    logLevel: 'warn',
    async handler(request, reply) {
      const { params, user } = request
      const uploadId = id.safeParse(params.id)
      const found = user && uploadId.success && (await findPrivateMedia(db, uploadId.data, user))
      if (!found) throw notFound('notFound.upload')
      const { purpose, fileName, originalName } = found
      return sendFile({ request, reply }, storage, {
        key: `${MEDIA_FOLDERS[purpose]}/${fileName}`,
        etag: `"${fileName}"`,
        cacheControl: 'private, no-cache',
        attachment: `${path.parse(originalName).name || purpose}${path.extname(fileName)}`,
      })
    },
  })
}

/** Returns null for an upload whose file is not on this node. */
async function presentUnfinished(upload: UploadRow, folder: string): Promise<UnfinishedUpload | null> {
  const { id: uploadId, fileName, size, purpose, fingerprint, createdAt } = upload
  const received = await findReceived(folder, uploadId)
  if (!received) return null
  return {
    id: uploadId,
    fileName,
    fileSize: size,
    received: received.bytes,
    purpose,
    fingerprint,
    createdAt: createdAt.toISOString(),
  }
}

function presentStored({ id: uploadId, originalName, createdAt, ...row }: MediaRow): UnfinishedUpload {
  const { fileSize, purpose, fingerprint } = row
  return {
    id: uploadId,
    fileName: originalName,
    fileSize,
    received: fileSize,
    purpose,
    fingerprint,
    createdAt: createdAt.toISOString(),
  }
}
