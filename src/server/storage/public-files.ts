import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/http/errors.ts'
import { parseRange } from './byte-range.ts'
import type { ByteRange, Storage } from './storage.ts'

/**
 * Serves one folder of the storage at `/files/<folder>/<name>` to everyone, without a look at the session, whole or in
 * parts (players jump). What lies there is never changed under its name, and who may see it is decided by who gets to
 * know the name.
 */
export function publicFiles(app: FastifyInstance, storage: Storage, folder: string): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `/files/${folder}/:name`,
    config: { access: 'anyone' },
    logLevel: 'warn',
    async handler(request, reply) {
      const { name } = request.params
      const key = `${folder}/${name}`
      const info = await storage.stat(key)
      if (!info) throw notFound()
      // The name is the version: whoever has a file under it has this one.
      const etag = `"${name}"`
      if (hasIt(request, etag)) return reply.code(304).headers({ etag, 'cache-control': FOREVER }).send()
      const range = rangeOf(request, etag, info.size)
      if (range === 'unsatisfiable') {
        return reply.code(416).header('content-range', `bytes */${info.size}`).send()
      }
      // Who asks for the headers alone gets no file opened.
      const file = request.method === 'GET' ? await storage.open(key, range ?? undefined) : undefined
      if (file === null) throw notFound()
      return describe(reply, info, etag, range).send(file?.stream)
    },
  })
}

const FOREVER = 'public, max-age=31536000, immutable'

function hasIt({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return known.includes(etag) || known.includes('*')
}

function rangeOf({ headers }: FastifyRequest, etag: string, size: number) {
  const { range, 'if-range': ifRange } = headers
  return ifRange === undefined || ifRange === etag ? parseRange(range, size) : null
}

function describe(
  reply: FastifyReply,
  { size, type }: { size: number; type: string },
  etag: string,
  range: ByteRange | null,
): FastifyReply {
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply.headers({
    etag,
    'content-type': type,
    'content-length': range ? range.end - range.start + 1 : size,
    'accept-ranges': 'bytes',
    'cache-control': FOREVER,
    'x-content-type-options': 'nosniff',
    // Whatever a browser takes it for, it stays a file: no script, no form, no origin of ours.
    'content-security-policy': "default-src 'none'; sandbox",
    ...(!/^(image|video)\//.test(type) && { 'content-disposition': 'attachment' }),
  })
}
