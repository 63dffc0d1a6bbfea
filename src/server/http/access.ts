import type { FastifyInstance } from 'fastify'
import type { Access, Endpoint } from '#shared/endpoint.ts'
import type { CallRate } from '#shared/settings/limit-settings.ts'
import { type Role, hasRole } from '#shared/roles.ts'
import { notFound, unauthorized } from './errors.ts'

/** The signed-in member behind a request, as the database has it now. */
export type Caller = { id: string; role: Role }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for visitors. Set from the session alone. */
    user: Caller | null
  }
  interface FastifyContextConfig {
    access?: Access
    /** Of a call of the contract. */
    endpoint?: Omit<Endpoint, 'response'>
    /** What a call counts against before its body is read. */
    rate?: CallRate
    /** It changes nothing of the caller's own record. */
    keepsUserCache?: boolean
  }
}

/** Lets each route of the scope be called only by those whom its `access` names. A route without it can't be mounted. */
export function enforceAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${String(method)} ${url} does not say who may call it`)
  })
  app.addHook('onRequest', async ({ routeOptions, user }) => {
    requireAccess(routeOptions.config.access ?? 'super_admin', user)
  })
}

/** Throws 401 or 404 when this caller may not pass. */
export function requireAccess(access: Access, user: Caller | null): void {
  const refusal = refusalOf(access, user)
  if (refusal) throw refusal === 'sign_in' ? unauthorized() : notFound()
}

/**
 * Why this caller may not pass, or null: visitors can sign in to what is for members, but what is for a role does not
 * exist for anyone without it. The one rule for calls and pages.
 */
export function refusalOf(access: Access, user: Caller | null): 'sign_in' | 'not_found' | null {
  if (access === 'anyone') return null
  if (access === 'member') return user ? null : 'sign_in'
  return hasRole(user, access) ? null : 'not_found'
}
