import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/http/errors.ts'
import { isNotModified } from '#server/http/not-modified.ts'
import { parseRange } from './byte-range.ts'
import type { ByteRange, FileInfo, Storage } from './storage.ts'

/** `etag` identifies the version of the file, in quotes; `info` is read from the storage when it is not known. */
type FileToSend = {
  key: string
  etag: string
  cacheControl: string
  info?: FileInfo
  /** The name under which a browser saves the file instead of showing it. */
  attachment?: string
}

/**
 * Replies to a GET or HEAD with a stored file: the whole file, a range (206, 416), or 304 when the client has it already.
 * Does not check access. Throws 404 when there is no such file.
 */
export async function sendFile(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  storage: Storage,
  { key, etag, cacheControl, info: knownInfo, attachment }: FileToSend,
): Promise<FastifyReply> {
  const info = knownInfo ?? (await storage.stat(key))
  if (!info) throw notFound()
  if (isNotModified(request, { etag }))
    return reply.code(304).headers({ etag, 'cache-control': cacheControl }).send()
  const range = rangeOf(request, etag, info.size)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${info.size}`).send()
  }
  // HEAD needs no open file.
  const file = request.method === 'GET' ? await storage.open(key, range ?? undefined) : undefined
  if (file === null) throw notFound()
  reply.header('cache-control', cacheControl)
  setHeaders(reply, info, etag, range)
  if (attachment !== undefined) reply.header('content-disposition', attachmentHeader(attachment))
  return reply.send(file)
}

function rangeOf({ headers }: FastifyRequest, etag: string, size: number) {
  const { range, 'if-range': ifRange } = headers
  return ifRange === undefined || ifRange === etag ? parseRange(range, size) : null
}

function setHeaders(
  reply: FastifyReply,
  { size, type }: { size: number; type: string },
  etag: string,
  range: ByteRange | null,
): void {
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.headers({
    etag,
    'content-type': type,
    'content-length': range ? range.end - range.start + 1 : size,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    // Even if a browser renders the file as a page, it can run no script, send no form, and has an opaque origin.
    'content-security-policy': "default-src 'none'; sandbox",
    ...(!/^(image|video)\//.test(type) && { 'content-disposition': 'attachment' }),
  })
}

/** RFC 6266, with the name in the encoding of RFC 8187. */
function attachmentHeader(name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `attachment; filename*=UTF-8''${encoded}`
}
