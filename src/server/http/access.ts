import type { FastifyRequest } from 'fastify'
import type { Access, Endpoint } from '#shared/endpoint.ts'
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
    /** Of a call of the contract. */
    endpoint?: Endpoint
    /** Of an address outside the contract: a page, a navigation, the socket. */
    access?: Access
  }
}

const RANK: Record<Exclude<Access, 'anyone' | 'member'>, readonly Role[]> = {
  admin: ['admin', 'super_admin'],
  super_admin: ['super_admin'],
}

/** Throws 401 for visitors and 403 for members whose role doesn't reach. */
export function requireAccess(access: Access, request: FastifyRequest): void {
  if (access === 'anyone') return
  if (!request.user) throw unauthorized()
  if (access !== 'member' && !RANK[access].includes(request.user.role)) throw forbidden('errors.notAllowed')
}
