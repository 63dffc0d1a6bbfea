import type { FastifyInstance, FastifyReply } from 'fastify'
import { id } from '#shared/fields.ts'
import { notFound } from '#server/http/errors.ts'
import { sendFile } from '#server/storage/send-file.ts'
import { allowOtherSites } from '#server/storage/other-sites.ts'
import type { Storage } from '#server/storage/storage.ts'
import { masterPlaylist } from './master-playlist.ts'
import type { VideoFileAccess } from './queries.ts'
import type { VideoFileRow } from '../schema.ts'
import type { VideoFileCache } from './video-file-cache.ts'
import { MASTER_PLAYLIST, playableFiles } from './video-files.ts'

const FOREVER = 'public, max-age=31536000, immutable'
/** The list of qualities grows while they are encoded. */
const A_MINUTE = 'public, max-age=60'
/** Visibility can change at any time: only the browser may cache, and must revalidate. */
const REVALIDATE = 'private, no-cache'

/**
 * Serves the files of visible videos: `/file` is the best playable one, under a URL that stays the same; the versioned
 * URLs of all files return 404 once the version has changed.
 */
export function mountVideoFiles(app: FastifyInstance, cache: VideoFileCache, storage: Storage): void {
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/videos/:id/file',
    config: { access: 'anyone' },
    logLevel: 'warn',
    async handler(request, reply) {
      const { files, isPublic } = await cache.getVisible(parseId(request.params.id), request.user)
      const [file] = playableFiles(files)
      if (!file) throw notFound('notFound.video')
      if (isPublic) allowOtherSites(reply)
      return sendFile({ request, reply }, storage, toSend(file, REVALIDATE))
    },
  })

  app.route<{ Params: { id: string; version: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/videos/:id/files/:version/:name',
    config: { access: 'anyone' },
    logLevel: 'warn',
    async handler(request, reply) {
      const { version, name } = request.params
      const found = await cache.getVisible(parseId(request.params.id), request.user)
      if (version !== found.filesVersion) throw notFound('notFound.video')
      if (name === MASTER_PLAYLIST) return sendMasterPlaylist(reply, found)
      const file = found.files.find((each) => each.name === name && !isUploadedOriginal(each))
      if (!file) throw notFound('notFound.video')
      if (found.isPublic) allowOtherSites(reply)
      return sendFile({ request, reply }, storage, toSend(file, found.isPublic ? FOREVER : REVALIDATE))
    },
  })
}

function parseId(text: string): string {
  const parsed = id.safeParse(text)
  if (!parsed.success) throw notFound('notFound.video')
  return parsed.data
}

/** It may hold private data: only the route of the upload serves it, to its owner. */
const isUploadedOriginal = ({ kind, uploadId }: VideoFileRow) => kind === 'original' && uploadId !== null

function toSend({ key, size, mimeType }: VideoFileRow, cacheControl: string) {
  // A poster may lack its size.
  return { key, etag: `"${key}"`, cacheControl, ...(size > 0 && { info: { size, type: mimeType } }) }
}

function sendMasterPlaylist(reply: FastifyReply, { files, isPublic }: VideoFileAccess): FastifyReply {
  const playlist = masterPlaylist(files)
  if (playlist === null) throw notFound('notFound.video')
  return reply
    .header('cache-control', isPublic ? A_MINUTE : REVALIDATE)
    .type('application/vnd.apple.mpegurl')
    .send(playlist)
}
