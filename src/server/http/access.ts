import type { FastifyInstance } from 'fastify'
import type { Access, Endpoint } from '#shared/endpoint.ts'
import type { CallRate } from '#shared/settings/limit-settings.ts'
import { type Role, hasRole } from '#shared/roles.ts'
import { notFound, unauthorized } from './errors.ts'
import { assertNotTimedOut } from './timed-out.ts'

/** The signed-in user of a request, with the current role. */
export type Caller = { id: string; role: Role }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for visitors. Set only from the session. */
    user: Caller | null
    /** The end of a moderator's time-out of the user. */
    timedOutUntil: Date | null
  }
  interface FastifyContextConfig {
    access?: Access
    /** The endpoint of the contract that the route implements. */
    endpoint?: Omit<Endpoint, 'response'>
    /** The rate limit that a request counts against before its body is read. */
    rate?: CallRate
    /** The route does not change the caller's row, so that its cached copy stays valid. */
    keepsUserCache?: boolean
  }
}

/** Checks the `access` of each route of the scope before its handler. Throws when a route without `access` is added. */
export function enforceAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${String(method)} ${url} has no access rule`)
  })
  app.addHook('onRequest', async (request) => {
    const { access = 'super_admin', endpoint } = request.routeOptions.config
    requireAccess(access, request.user)
    if (endpoint?.publishes) assertNotTimedOut(request)
  })
}

/** Throws 401 or 404 if this caller has no access. */
export function requireAccess(access: Access, user: Caller | null): void {
  const refusal = refusalOf(access, user)
  if (refusal) throw refusal === 'sign_in' ? unauthorized() : notFound()
}

/**
 * Returns why this caller has no access, or null: visitors can sign in for member routes; a route for a role does not
 * exist for anyone without it. Used for both API and pages.
 */
export function refusalOf(access: Access, user: Caller | null): 'sign_in' | 'not_found' | null {
  if (access === 'anyone') return null
  if (access === 'member') return user ? null : 'sign_in'
  return hasRole(user, access) ? null : 'not_found'
}
