import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** True for an address that answers with data or takes a socket or a peer, and not with a page. */
export const isApiPath = (url: string): boolean => /^\/(api|ws|whip|whep)([/?]|$)/.test(url)

/** Mounts an address that the browser navigates to and that answers with a redirect, not with data. */
export function navigation(
  app: FastifyInstance,
  path: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.get(path, { config: { access: 'anyone' } }, handler)
}
