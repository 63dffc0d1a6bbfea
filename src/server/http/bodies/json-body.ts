import type { FastifyInstance } from 'fastify'
import { invalid } from '#server/http/errors.ts'
import { hasReasonableShape } from './json-shape.ts'
import { maxBodyBytes } from './large-bodies.ts'
import { type BodyPace, dropBody, readBody } from './request-body.ts'

/** Bytes of a refused body that are read on and dropped for a visitor. */
const MAX_DROPPED = 1024 ** 2

/** Reads the bodies of calls, and drops what is left of those that nobody read. */
export function readJsonBodies(app: FastifyInstance, pace: BodyPace): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    readBody(request, payload, { maxBytes: maxBodyBytes(request), pace }).then(
      (body) => {
        if (hasReasonableShape(body)) void parse(request, body.toString(), done)
        else done(invalid())
      },
      (error: Error) => done(error),
    )
  })
  app.addHook('onSend', async (request) => {
    const { raw } = request
    // A body that was never asked for, or whose reader gave up.
    if (raw.complete || raw.readableFlowing === true) return
    const { bodyLimit } = request.routeOptions
    const maxBytes = request.user ? bodyLimit : Math.min(bodyLimit, MAX_DROPPED)
    dropBody(raw, { maxBytes, pace })
  })
}
