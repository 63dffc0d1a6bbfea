import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/http/errors.ts'
import { parseRange } from './byte-range.ts'
import type { ByteRange, Storage } from './storage.ts'

/** `etag` names the version of what lies under the key, in quotes. */
type Sent = { key: string; etag: string; cacheControl: string }

/**
 * Answers a GET or HEAD with a stored file, whole or the part that was asked for (206, 416), or with 304 for who has it.
 * Whoever calls it has decided that the caller may have it. Throws 404 where there is none.
 */
export async function sendFile(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  storage: Storage,
  { key, etag, cacheControl }: Sent,
): Promise<FastifyReply> {
  const info = await storage.stat(key)
  if (!info) throw notFound()
  if (hasIt(request, etag)) return reply.code(304).headers({ etag, 'cache-control': cacheControl }).send()
  const range = rangeOf(request, etag, info.size)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${info.size}`).send()
  }
  // Who asks for the headers alone gets no file opened.
  const file = request.method === 'GET' ? await storage.open(key, range ?? undefined) : undefined
  if (file === null) throw notFound()
  reply.header('cache-control', cacheControl)
  return describe(reply, info, etag, range).send(file?.stream)
}

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
    'x-content-type-options': 'nosniff',
    // Whatever a browser takes it for, it stays a file: no script, no form, no origin of ours.
    'content-security-policy': "default-src 'none'; sandbox",
    ...(!/^(image|video)\//.test(type) && { 'content-disposition': 'attachment' }),
  })
}
