import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type * as z from 'zod/mini'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#shared/endpoint.ts'
import { limit } from '#shared/settings/limits.ts'
import type { Caller } from './access.ts'
import { invalid, notFound } from './errors.ts'
import { toFieldErrors } from './field-errors.ts'
import { isNotModified } from './not-modified.ts'
import { serializerOf } from './serializer.ts'

type UserOf<E extends Omit<Endpoint, 'response'>> = E['access'] extends 'anyone' ? Caller | null : Caller

/** The argument of a handler: the parsed input, and the user of the session. */
export type Call<E extends Omit<Endpoint, 'response'>> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  user: UserOf<E>
  request: FastifyRequest
  reply: FastifyReply
  /** Responds with 200 instead of the endpoint's 201: the call has created nothing, as it is a repeated one. */
  markRepeated(): void
}

type Serialization = Pick<RouteShorthandOptions, 'schema' | 'serializerCompiler'>

type Options = {
  /** For frequent requests that do not change the caller's row: its cached copy stays valid. */
  keepsUserCache?: boolean
  /** The requester's browser keeps the response, and asks each time whether it has changed. */
  hasEtag?: boolean
}

/**
 * Mounts an endpoint: access is checked first, then the rate, then the body and the schemas; then the handler runs. The
 * response is serialized by its schema, so that a column that is not in it never leaves the server.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<ResponseOf<E>>,
  options: Options = {},
): void {
  const status = endpoint.status ?? 200
  // Only this status has a schema; errors are serialized without one.
  const serialization: Serialization = {
    schema: { response: { 200: {}, [status]: {} } },
    serializerCompiler: () => (result) => serializerOf(endpoint)(result),
  }
  mount(app, endpoint, { serialization, ...options }, async (call) => {
    const result = await handler(call)
    if (options.hasEtag) return sendWithEtag(call, serializerOf(endpoint)(result))
    // A response may be private to one user: no cache may store it.
    return call.reply
      .code(repeated.has(call.request) ? 200 : status)
      .header('cache-control', 'no-store')
      .send(result)
  })
}

function sendWithEtag(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  body: string,
): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  void reply.headers({ etag, 'cache-control': 'private, no-cache' })
  if (isNotModified(request, { etag })) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Requests whose handler has called `markRepeated`. */
const repeated = new WeakSet<FastifyRequest>()

/** Mounts an endpoint that returns bytes; the handler sets `content-type` and `cache-control`. */
export function routeBytes<E extends Omit<Endpoint, 'response'>>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Buffer | Readable>,
): void {
  mount(app, endpoint, {}, async (call) => call.reply.send(await handler(call)))
}

function mount<E extends Omit<Endpoint, 'response'>>(
  app: FastifyInstance,
  endpoint: E,
  { serialization, keepsUserCache = false }: Options & { serialization?: Serialization },
  respond: (call: Call<E>) => Promise<unknown>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.bodyBytes && { bodyLimit: limit(endpoint.bodyBytes) }),
    config: {
      endpoint,
      access: endpoint.access,
      ...(endpoint.rate && { rate: endpoint.rate }),
      keepsUserCache,
    },
    ...serialization,
    handler: async (request, reply) => {
      const markRepeated = () => void repeated.add(request)
      const call = { ...parseInput(endpoint, request), user: request.user, request, reply, markRepeated }
      // Boundary: the access hook and parseInput have checked what the endpoint's types declare.
      return respond(call as unknown as Call<E>)
    },
  })
}

function parseInput(endpoint: Omit<Endpoint, 'response'>, request: FastifyRequest) {
  const params = endpoint.params?.safeParse(request.params)
  // An invalid id cannot exist: 404 rather than 400.
  if (params && !params.success) throw notFound()
  return {
    params: params?.data,
    query: endpoint.query && parse(endpoint.query, request.query),
    body: endpoint.body && parse(endpoint.body, request.body),
  }
}

function parse(schema: z.ZodMiniType, input: unknown): unknown {
  const result = schema.safeParse(input, { reportInput: true })
  if (!result.success) throw invalid(toFieldErrors(result.error.issues))
  return result.data
}
