import type { FastifyInstance } from 'fastify'
import type { Access, Endpoint } from '#shared/endpoint.ts'
import type { CallRate } from '#shared/settings/limit-settings.ts'
import type { Role } from '#shared/users.ts'
import { forbidden, unauthorized } from './errors.ts'

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

const RANK: Record<Exclude<Access, 'anyone' | 'member'>, readonly Role[]> = {
  admin: ['admin', 'super_admin'],
  super_admin: ['super_admin'],
}

/**
 * Lets each route of the scope be called only by those whom its `access` names: 401 for visitors, 403 for members
 * whose role doesn't reach. A route that doesn't say who may call it is not mounted at all.
 */
export function enforceAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${String(method)} ${url} does not say who may call it`)
  })
  app.addHook('onRequest', async ({ routeOptions, user }) => {
    requireAccess(routeOptions.config.access ?? 'super_admin', user)
  })
}

/** Throws when this caller may not pass. */
export function requireAccess(access: Access, user: Caller | null): void {
  if (access === 'anyone') return
  if (!user) throw unauthorized()
  if (!hasAccess(access, user)) throw forbidden('errors.notAllowed')
}

/** Whether this caller may pass. */
export function hasAccess(access: Access, user: Caller | null): boolean {
  if (access === 'anyone') return true
  return user !== null && (access === 'member' || RANK[access].includes(user.role))
}
