import type { FastifyInstance } from 'fastify'
import { invalid } from '#server/http/errors.ts'
import { hasReasonableShape } from './json-shape.ts'
import { maxBodyBytes } from './large-bodies.ts'
import { type BodyPace, discardBody, readBody } from './request-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborted when the body must no longer be read; null without such a limit (`limitLargeBodies`). */
    bodySignal: AbortSignal | null
  }
}

/** Maximum bytes of a visitor's refused body that are read and discarded. */
const MAX_DISCARDED_BYTES = 1024 ** 2

/** Adds the parser of JSON bodies, and discards the rest of bodies that were not read. */
export function readJsonBodies(app: FastifyInstance, pace: BodyPace): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest('bodySignal', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const { bodySignal: signal } = request
    readBody(request, payload, { maxBytes: maxBodyBytes(request), pace, signal }).then(
      (body) => {
        if (hasReasonableShape(body)) void parse(request, body.toString(), done)
        else done(invalid())
      },
      (error: Error) => done(error),
    )
  })
  app.addHook('onSend', async (request) => {
    const { raw } = request
    // Only bodies that were not read to the end, and have no reader any more.
    if (raw.complete || raw.readableFlowing === true) return
    const { bodyLimit } = request.routeOptions
    const maxBytes = request.user ? bodyLimit : Math.min(bodyLimit, MAX_DISCARDED_BYTES)
    discardBody(raw, { maxBytes, pace })
  })
}
