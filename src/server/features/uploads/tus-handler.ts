import { PassThrough, Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { Server, TUS_RESUMABLE, Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 } from 'uuid'
import { limit } from '#shared/settings/limits.ts'
import { UPLOADS_PATH } from '#shared/uploads.ts'
import type { Db } from '#server/db/executor.ts'
import { HttpError, unauthorized } from '#server/http/errors.ts'
import { watchPace } from '#server/http/bodies/request-body.ts'
import { createUpload } from './create-upload.ts'
import { deleteUpload, findUpload } from './queries.ts'
import type { UploadRow } from './schema.ts'
import { checkProtocol, fromTus } from './tus-errors.ts'
import { UploadLocks } from './upload-locks.ts'
import type { UploadRules } from './upload-rules.ts'

/** One request of the protocol: who makes it, and why it was refused. */
type Exchange = { ownerId: string; refusal?: unknown }
type Parts = { db: Db; folder: string; rules: UploadRules }

/**
 * Answers requests of the tus protocol, whose server library reads and writes the parts; who may, and what is known of
 * an upload, is ours. Throws every refusal in our own form.
 */
export function createTusHandler(parts: Parts) {
  const exchanges = new WeakMap<object, Exchange>()
  const server = new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    // No page of another site has anything to send here.
    allowedOrigins: [],
    locker: new UploadLocks(LOCK_WAIT_MS),
    lockDrainTimeout: LOCK_DRAIN_MS,
    maxSize: () => limit('fileBytes'),
    namingFunction: () => v7(),
    datastore: fileStore(parts),
    async onUploadCreate(request, { id, size, metadata = {} }) {
      const ownerId = exchanges.get(request)?.ownerId
      if (ownerId === undefined || size === undefined) throw unauthorized()
      await createUpload(parts, ownerId, { id, size, metadata })
      return {}
    },
    onResponseError(request, error) {
      const exchange = exchanges.get(request)
      if (exchange) exchange.refusal = error
      return error instanceof HttpError ? { status_code: error.status, body: '' } : undefined
    },
  })
  return async ({ raw }: FastifyRequest, reply: FastifyReply, ownerId: string): Promise<FastifyReply> => {
    reply.headers({ 'tus-version': TUS_RESUMABLE, 'tus-resumable': TUS_RESUMABLE })
    checkProtocol(raw)
    // A sender that brings nothing for a while loses its connection, and can go on later where it was.
    watchPace(raw, { bytes: 1, ms: parts.rules.silentMs })
    const body = new PassThrough()
    raw.on('error', (error) => body.destroy(error)).pipe(body)
    const request = asWebRequest(raw, body)
    const exchange: Exchange = { ownerId }
    exchanges.set(request, exchange)
    const response = await server.handleWeb(request)
    for (const name of ANSWERED) {
      const value = response.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    if (response.status >= 400) {
      // What is left of a refused part is dropped by the server: the next request comes on the same connection.
      raw.unpipe(body)
      throw refusalOf(response.status, exchange.refusal)
    }
    return reply.code(response.status).send()
  }
}

/** How long a request waits for another one of the same upload, and how long that one may go on. */
const LOCK_WAIT_MS = 10_000
const LOCK_DRAIN_MS = 500

/** The protocol's headers; the library's others are for pages of other sites. */
const READ = [
  'content-length',
  'content-type',
  'tus-resumable',
  'upload-concat',
  'upload-defer-length',
  'upload-length',
  'upload-metadata',
  'upload-offset',
]
const ANSWERED = [
  'cache-control',
  'location',
  'tus-extension',
  'tus-max-size',
  'upload-expires',
  'upload-length',
  'upload-metadata',
  'upload-offset',
]

/** What has arrived is a file's length; all else is in the database. */
function fileStore({ db, folder, rules }: Parts): FileStore {
  const store = new FileStore({
    directory: folder,
    expirationPeriodInMilliseconds: rules.keptMs,
    configstore: {
      get: async (id) => {
        const row = await findUpload(db, id)
        return row && asUpload(row)
      },
      // The row was there before the file.
      set: async () => {},
      delete: (id) => deleteUpload(db, id),
    },
  })
  // The member's allowance counts what is announced: the length has to be known.
  store.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  return store
}

function asUpload({ id, size, fileName, fileType, createdAt }: UploadRow): Upload {
  const metadata = { filename: fileName, filetype: fileType }
  return new Upload({ id, size, offset: 0, metadata, creation_date: createdAt.toISOString() })
}

function asWebRequest(raw: FastifyRequest['raw'], body: PassThrough): Request {
  const headers = new Headers()
  for (const name of READ) {
    const value = raw.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const { method = 'GET', url = '/' } = raw
  const hasBody = method === 'POST' || method === 'PATCH'
  // Boundary: Node's stream of this name is the one that Node's Request takes, whatever types of the name there are.
  const stream = Readable.toWeb(body) as ReadableStream<Uint8Array>
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers,
    ...(hasBody && { body: stream, duplex: 'half' }),
  })
}

function refusalOf(status: number, refusal: unknown): Error {
  if (refusal instanceof HttpError) return refusal
  const error = fromTus(status)
  return refusal instanceof Error ? Object.assign(error, { cause: refusal }) : error
}
