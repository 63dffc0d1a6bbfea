import type { Readable } from 'node:stream'
import { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { FileStore } from '@tus/file-store'
import { Server, TUS_RESUMABLE, Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 } from 'uuid'
import { limit } from '#shared/settings/limits.ts'
import { UPLOADS_PATH } from '#shared/media/uploads.ts'
import type { Db } from '#server/db/executor.ts'
import { createSpaceLimiter } from '#server/features/media/media/free-space.ts'
import { temporaryErrorOf } from '#server/http/database-errors.ts'
import { HttpError, unauthorized } from '#server/http/errors.ts'
import { watchPace } from '#server/http/bodies/request-body.ts'
import type { DiskSpace } from '#server/storage/disk-space.ts'
import type { StorageAllowance } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { createUpload } from './create-upload.ts'
import { deleteUpload, findUpload } from './queries.ts'
import { type Received, findReceived } from './received-bytes.ts'
import type { UploadRow } from './schema.ts'
import { checkProtocolHeaders, errorOfTusStatus } from './tus-errors.ts'
import { UploadLocks } from './upload-locks.ts'
import type { UploadRules } from './upload-rules.ts'

/** State of one tus request: its user, and the error that refused it. */
type Exchange = { ownerId: string; refusal?: unknown }
type Dependencies = {
  allowance: StorageAllowance
  db: Db
  disk: DiskSpace
  folder: string
  rules: UploadRules
}

/**
 * Handles requests of the tus protocol. The tus library parses the protocol and writes the parts; access, quotas and
 * the upload rows are handled here. Throws every refusal as an `HttpError`.
 */
export function createTusHandler(dependencies: Dependencies) {
  const exchanges = new WeakMap<object, Exchange>()
  const server = new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    // Cross-origin uploads are not allowed.
    allowedOrigins: [],
    locker: new UploadLocks(LOCK_WAIT_MS),
    lockDrainTimeout: LOCK_DRAIN_MS,
    maxSize: () => limit('fileBytes'),
    namingFunction: () => v7(),
    datastore: fileStore(dependencies),
    async onUploadCreate(request, { id, size, metadata = {} }) {
      const ownerId = exchanges.get(request)?.ownerId
      if (ownerId === undefined || size === undefined) throw unauthorized()
      await createUpload(dependencies, ownerId, { id, size, metadata })
      return {}
    },
    onResponseError(request, error) {
      const exchange = exchanges.get(request)
      if (exchange) exchange.refusal ??= error
      return error instanceof HttpError ? { status_code: error.status, body: '' } : undefined
    },
  })
  return async ({ raw }: FastifyRequest, reply: FastifyReply, ownerId: string): Promise<FastifyReply> => {
    reply.headers({ 'tus-version': TUS_RESUMABLE, 'tus-resumable': TUS_RESUMABLE })
    checkProtocolHeaders(raw)
    // Closes the connection of a client that sends nothing for a while; the client can resume the upload later.
    watchPace(raw, { bytes: 1, ms: dependencies.rules.idleTimeoutMs })
    const exchange: Exchange = { ownerId }
    const body = createSpaceLimiter(dependencies.disk)
    // The library replaces this error by its own.
    body.once('error', (error) => {
      if (error instanceof HttpError) exchange.refusal = error
    })
    raw.on('error', (error) => body.destroy(error)).pipe(body)
    const request = toWebRequest(raw, body)
    exchanges.set(request, exchange)
    const response = await server.handleWeb(request)
    for (const name of RESPONSE_HEADERS) {
      const value = response.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    if (response.status >= 400) {
      // The server discards the rest of a refused part, so that the connection can serve the next request.
      raw.unpipe(body)
      throw toHttpError(response.status, exchange.refusal)
    }
    return reply.code(response.status).send()
  }
}

/** Time limit of a request for the lock of an upload, and of the lock's holder after a release request. */
const LOCK_WAIT_MS = 10_000
const LOCK_DRAIN_MS = 500

/** The headers of the protocol; other headers of the library are for cross-origin pages. */
const REQUEST_HEADERS = [
  'content-length',
  'content-type',
  'tus-resumable',
  'upload-concat',
  'upload-defer-length',
  'upload-length',
  'upload-metadata',
  'upload-offset',
]
const RESPONSE_HEADERS = [
  'cache-control',
  'location',
  'tus-extension',
  'tus-max-size',
  'upload-expires',
  'upload-length',
  'upload-metadata',
  'upload-offset',
]

/** The tus file store: the received bytes are the length of the file, all other state is in the database. */
function fileStore({ db, folder, rules }: Dependencies): FileStore {
  const store = new FileStore({
    directory: folder,
    expirationPeriodInMilliseconds: rules.retentionMs,
    configstore: {
      get: async (id) => {
        const row = await findUpload(db, id)
        const received = row && (await findReceived(folder, id))
        return received && toTusUpload(row, received)
      },
      // The row is inserted before the file is created.
      set: async () => {},
      delete: (id) => deleteUpload(db, id),
    },
  })
  // Without `creation-defer-length`: the user's quota counts declared bytes.
  store.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  return store
}

/** The library computes the expiry from the creation date. Here an upload expires after its last received byte. */
function toTusUpload(row: UploadRow, { lastAt }: Received): Upload {
  const { id, size, fileName, fileType, purpose, fingerprint } = row
  const metadata = {
    filename: fileName,
    filetype: fileType,
    ...(purpose && { purpose }),
    ...(fingerprint && { fingerprint }),
  }
  return new Upload({ id, size, offset: 0, metadata, creation_date: lastAt.toISOString() })
}

function toWebRequest(raw: FastifyRequest['raw'], body: Readable): Request {
  const headers = new Headers()
  for (const name of REQUEST_HEADERS) {
    const value = raw.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const { method = 'GET', url = '/' } = raw
  const hasBody = method === 'POST' || method === 'PATCH'
  // `Readable.toWeb` would copy each chunk.
  // Boundary: Node's `Request` accepts Node's web stream, whose type differs from the DOM's `ReadableStream`.
  const stream = NodeReadableStream.from(body) as ReadableStream<Uint8Array>
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers,
    ...(hasBody && { body: stream, duplex: 'half' }),
  })
}

function toHttpError(status: number, refusal: unknown): Error {
  if (refusal instanceof HttpError) return refusal
  const temporaryError = temporaryErrorOf(refusal)
  if (temporaryError) return Object.assign(temporaryError, { cause: refusal })
  const error = errorOfTusStatus(status)
  return refusal instanceof Error ? Object.assign(error, { cause: refusal }) : error
}
