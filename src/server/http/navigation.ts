import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browsers navigate to the path: while the server cannot work, they get a page. */
    isNavigation?: boolean
  }
}

/** Mounts a path that browsers navigate to: it returns a page or a redirect, not data. */
export function navigation(
  app: FastifyInstance,
  path: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  config: Pick<FastifyContextConfig, 'allowFraming'> = {},
): void {
  app.get(path, { config: { access: 'anyone', isNavigation: true, ...config } }, handler)
}
