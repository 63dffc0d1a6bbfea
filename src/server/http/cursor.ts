import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { instant } from '#shared/fields.ts'
import { invalid } from './errors.ts'

/** The time of a cursor. PostgreSQL refuses the year 0, which ISO 8601 has. */
export const cursorTime = instant.check(z.refine((time) => time >= '1970'))

/** Encodes the position in a list after which the next page starts; opaque to clients. */
function encodeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Parses a cursor by the schema of its parts. Throws 400 for an invalid one. */
export function decodeCursor<Parts>(
  cursor: string | undefined,
  parts: z.ZodMiniType<Parts>,
): Parts | undefined {
  if (cursor === undefined) return undefined
  const result = parts.safeParse(parseJson(cursor))
  if (!result.success) throw invalid([{ path: 'cursor', key: 'fields.wrong' }])
  return result.data
}

/**
 * Cuts a list that was read with `limit + 1` rows to `limit`, and sets the Link header to the next page. The URL is
 * relative, since the server may be behind a proxy with another host name.
 */
export function paginate<Row>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => readonly string[],
): Row[] {
  const last = rows[limit - 1]
  if (rows.length <= limit || last === undefined) return rows
  const url = new URL(request.url, 'http://relative')
  url.searchParams.set('cursor', encodeCursor(cursorOf(last)))
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  return rows.slice(0, limit)
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
