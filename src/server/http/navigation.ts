import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Mounts a path that browsers navigate to: it returns a page or a redirect, not data. */
export function navigation(
  app: FastifyInstance,
  path: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  config: Pick<FastifyContextConfig, 'allowFraming'> = {},
): void {
  app.get(path, { config: { access: 'anyone', ...config } }, handler)
}
