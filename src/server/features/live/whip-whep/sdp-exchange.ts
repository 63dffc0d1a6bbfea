import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Turn } from '#server/config.ts'
import type { Rooms } from '#server/features/live/live/room.ts'
import { addCandidate } from '#server/features/live/live/signalling.ts'
import { iceServerLinks } from '#server/features/live/live/turn.ts'
import { HttpError } from '#server/http/errors.ts'
import { type RateLimits, rateOf } from '#server/http/rates/rate-limits.ts'
import { type BodyPace, readBody as readBytes } from '#server/http/bodies/request-body.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import { readIceFragment } from './ice-fragment.ts'
import { checkIfMatch, etagOf } from './preconditions.ts'

const SDP = 'application/sdp'
const FRAGMENT = 'application/trickle-ice-sdpfrag'
/** About ten times the size of a browser's offer. */
const MAX_BODY_BYTES = 64 * 1024
const PATCHES = rateOf('liveSessionPatches')
const ALLOW_CROSS_ORIGIN = { access: 'anyone', allowCrossOrigin: true } as const

export type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Opened = { peerId: string; sdp: string; location: string }

/** A protocol that exchanges session descriptions over HTTP: WHIP for publishers, WHEP for viewers. */
export type Protocol = {
  /** Route paths for offers and for open sessions. */
  endpoint: string
  session: string
  /** Whether PATCH requires `If-Match`: WHIP does, but common WHEP players do not send it. */
  isMatchRequired: boolean
  open(exchange: Exchange, readOffer: () => string): Promise<Opened>
  /** `find` and `end` throw 401, or 404 for a session that is over. */
  find(exchange: Exchange): Promise<{ peerId: string; iceUfrag: string | null }>
  end(exchange: Exchange): Promise<void>
}

type Dependencies = {
  engine: MediaEngine
  rooms: Rooms
  limits: RateLimits
  turn: Turn | null
  bodyPace: BodyPace
}

/** Mounts both routes of a protocol. Cross-origin requests are allowed, as cookies grant nothing to them here. */
export function mountProtocol(app: FastifyInstance, dependencies: Dependencies, protocol: Protocol): void {
  app.register(async (scope) => {
    addBodyParsers(scope, dependencies.bodyPace)
    scope.addHook('onRequest', setHeaders(CROSS_ORIGIN))
    mountEndpoint(scope, dependencies, protocol)
    mountSession(scope, dependencies, protocol)
  })
}

function mountEndpoint(
  scope: FastifyInstance,
  { turn }: Dependencies,
  { endpoint: url, open }: Pick<Protocol, 'endpoint' | 'open'>,
): void {
  const accepts = { 'accept-post': SDP }
  const common = { url, config: ALLOW_CROSS_ORIGIN, compress: false, onRequest: setHeaders(accepts) } as const
  scope.route({
    ...common,
    method: 'POST',
    handler: async (request, reply) => {
      const opened = await open({ request, reply }, () => readBody(request, SDP))
      const { peerId, sdp, location } = opened
      const links = iceServerLinks(turn)
      if (links.length > 0) reply.header('link', links)
      return reply
        .code(201)
        .headers({ location, etag: etagOf(peerId), 'accept-patch': FRAGMENT, 'cache-control': 'no-store' })
        .type(SDP)
        .send(sdp)
    },
  })
  mountOtherMethods(scope, common, ['POST'])
}

function mountSession(
  scope: FastifyInstance,
  dependencies: Dependencies,
  { session: url, isMatchRequired, find, end }: Protocol,
): void {
  const accepts = { 'accept-patch': FRAGMENT }
  const common = { url, config: ALLOW_CROSS_ORIGIN, compress: false, onRequest: setHeaders(accepts) } as const
  scope.route({
    ...common,
    method: 'PATCH',
    handler: async (request, reply) => {
      const { peerId, iceUfrag } = await find({ request, reply })
      await dependencies.limits.consume(PATCHES, peerId)
      const fragment = readIceFragment(readBody(request, FRAGMENT))
      if (!fragment) throw new HttpError(400, 'invalid', 'live.invalidFragment')
      checkIfMatch(request.headers['if-match'], peerId, isMatchRequired)
      if (fragment.iceUfrag !== null && fragment.iceUfrag !== iceUfrag)
        throw new HttpError(422, 'unprocessable', 'live.noIceRestart')
      for (const candidate of fragment.candidates) addCandidate(dependencies, peerId, candidate)
      return reply.code(204).send()
    },
  })
  scope.route({
    ...common,
    method: 'DELETE',
    handler: async (request, reply) => {
      await end({ request, reply })
      return reply.code(200).send()
    },
  })
  mountOtherMethods(scope, common, ['PATCH', 'DELETE'])
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Mounts the CORS preflight, and 405 for all other methods. */
function mountOtherMethods(
  scope: FastifyInstance,
  common: { url: string; config: typeof ALLOW_CROSS_ORIGIN; compress: false; onRequest: Hook },
  methods: (typeof METHODS)[number][],
): void {
  const allow = [...methods, 'OPTIONS'].join(', ')
  scope.route({
    ...common,
    method: 'OPTIONS',
    handler: async (_request, reply) =>
      reply
        .code(204)
        .headers({ allow, ...PREFLIGHT, 'access-control-allow-methods': allow })
        .send(),
  })
  scope.route({
    ...common,
    method: METHODS.filter((method) => !methods.includes(method)),
    handler: async (_request, reply) => {
      reply.header('allow', allow)
      throw new HttpError(405, 'method_not_allowed', 'live.methodNotAllowed')
    },
  })
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Sets headers on each response of a route. */
const setHeaders =
  (headers: Record<string, string>): Hook =>
  async (_request, reply) =>
    void reply.headers(headers)

const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location, ETag, Link, Accept-Patch, Retry-After, WWW-Authenticate',
}
const PREFLIGHT = {
  'access-control-allow-headers': 'Authorization, Content-Type, If-Match',
  'access-control-max-age': '7200',
}

/** Accepts only the protocol's content types: other bodies are rejected unread. */
function addBodyParsers(scope: FastifyInstance, pace: BodyPace): void {
  scope.removeAllContentTypeParsers()
  for (const type of [SDP, FRAGMENT])
    scope.addContentTypeParser(type, async (request: FastifyRequest, payload: Readable) =>
      (await readBytes(request, payload, { maxBytes: MAX_BODY_BYTES, pace })).toString(),
    )
  scope.addContentTypeParser('*', (_request, _payload, done) => done(unsupported()))
}

function readBody({ headers, body }: FastifyRequest, type: string): string {
  const contentType = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (contentType !== type || typeof body !== 'string') throw unsupported()
  return body
}

const unsupported = () => new HttpError(415, 'unsupported_type', 'live.unsupportedType')
