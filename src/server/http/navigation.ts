import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Mounts a path that browsers navigate to: it returns a page or a redirect, not data. */
export function navigation(
  app: FastifyInstance,
  path: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.get(path, { config: { access: 'anyone' } }, handler)
}
