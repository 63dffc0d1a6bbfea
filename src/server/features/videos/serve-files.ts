import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { id } from '#shared/fields.ts'
import type { Db } from '#server/db/executor.ts'
import { notFound } from '#server/http/errors.ts'
import { sendFile } from '#server/storage/send-file.ts'
import type { Storage } from '#server/storage/storage.ts'
import { getVisibleVideo } from './access.ts'
import { masterPlaylist } from './master-playlist.ts'
import type { VideoWithCreator } from './queries.ts'
import { MASTER_PLAYLIST, playableFiles } from './video-files.ts'

/** Visibility can change at any time: only the browser may cache, and must revalidate. */
const REVALIDATE = 'private, no-cache'
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Files of a draft or private video: the owner's browser may reuse them for a while. */
const PRIVATE = 'private, max-age=3600'

/**
 * Serves the files of visible videos: `/file` is the best playable one, under a URL that stays the same; the versioned
 * URLs of all files return 404 once the version has changed.
 */
export function mountVideoFiles(app: FastifyInstance, db: Db, storage: Storage): void {
  const getVideo = (request: FastifyRequest<{ Params: { id: string } }>) => {
    const videoId = id.safeParse(request.params.id)
    if (!videoId.success) throw notFound('notFound.video')
    return getVisibleVideo(db, videoId.data, request.user)
  }

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/videos/:id/file',
    config: { access: 'anyone' },
    logLevel: 'warn',
    async handler(request, reply) {
      const { files } = await getVideo(request)
      const [file] = playableFiles(files)
      if (!file) throw notFound('notFound.video')
      const { key } = file
      return sendFile({ request, reply }, storage, { key, etag: `"${key}"`, cacheControl: REVALIDATE })
    },
  })

  app.route<{ Params: { id: string; version: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/videos/:id/files/:version/:name',
    config: { access: 'anyone' },
    logLevel: 'warn',
    async handler(request, reply) {
      const found = await getVideo(request)
      const { video, files } = found
      const { version, name } = request.params
      if (version !== video.filesVersion) throw notFound('notFound.video')
      if (name === MASTER_PLAYLIST) return sendMasterPlaylist(reply, found)
      const file = files.find((each) => each.name === name && !isForeignOriginal(each))
      if (!file) throw notFound('notFound.video')
      const cacheControl = isPublic(found) ? IMMUTABLE : PRIVATE
      return sendFile({ request, reply }, storage, { key: file.key, etag: `"${file.key}"`, cacheControl })
    },
  })
}

/** An uploaded original may hold private data: only the route of the upload serves it, to its owner. */
const isForeignOriginal = ({ kind, uploadId }: VideoWithCreator['files'][number]) =>
  kind === 'original' && uploadId !== null

const isPublic = ({ video }: VideoWithCreator) =>
  video.isPublished && video.isPublic && video.state === 'ready'

/** The list grows while qualities are encoded. */
function sendMasterPlaylist(reply: FastifyReply, found: VideoWithCreator): FastifyReply {
  const playlist = masterPlaylist(found.files)
  if (playlist === null) throw notFound('notFound.video')
  const isFinal = isPublic(found) && found.video.progress === null
  return reply
    .header('cache-control', isFinal ? 'public, max-age=300' : REVALIDATE)
    .type('application/vnd.apple.mpegurl')
    .send(playlist)
}
