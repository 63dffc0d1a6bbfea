import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Mounts an address that the browser navigates to and that answers with a redirect, not with data. */
export function navigation(
  app: FastifyInstance,
  path: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.get(path, { config: { access: 'anyone' } }, handler)
}
