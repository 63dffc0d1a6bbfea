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
const ONE_MINUTE = 'public, max-age=60'
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
      return sendFile({ request, reply }, storage, fileToSend(file, REVALIDATE))
    },
  })

  app.route<{ Params: { id: string; version: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/videos/:id/files/:version/:name',
    config: { access: 'anyone' },
    logLevel: 'warn',
    async handler(request, reply) {
      const { version, name } = request.params
      const find = ({ files, filesVersion }: VideoFileAccess) => {
        if (version !== filesVersion) return undefined
        if (name === MASTER_PLAYLIST) return masterPlaylist(files) ?? undefined
        return files.find((file) => file.name === name && !isUploadedOriginal(file))
      }
      const has = (files: VideoFileAccess) => find(files) !== undefined
      const video = await cache.getVisible(parseId(request.params.id), request.user, has)
      const found = find(video)
      if (!found) throw notFound('notFound.video')
      if (typeof found === 'string') return sendMasterPlaylist(reply, found, video.isPublic)
      if (video.isPublic) allowOtherSites(reply)
      return sendFile({ request, reply }, storage, fileToSend(found, video.isPublic ? FOREVER : REVALIDATE))
    },
  })
}

function parseId(text: string): string {
  const parsed = id.safeParse(text)
  if (!parsed.success) throw notFound('notFound.video')
  return parsed.data
}

/** An uploaded original may contain private metadata: only the route of the upload serves it, to its owner. */
const isUploadedOriginal = ({ kind, uploadId }: VideoFileRow) => kind === 'original' && uploadId !== null

function fileToSend({ key, size, mimeType }: VideoFileRow, cacheControl: string) {
  // A poster may lack its size.
  return { key, etag: `"${key}"`, cacheControl, ...(size > 0 && { info: { size, type: mimeType } }) }
}

function sendMasterPlaylist(reply: FastifyReply, playlist: string, isPublic: boolean): FastifyReply {
  return reply
    .header('cache-control', isPublic ? ONE_MINUTE : REVALIDATE)
    .type('application/vnd.apple.mpegurl')
    .send(playlist)
}
