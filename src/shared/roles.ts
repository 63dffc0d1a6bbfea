import * as z from 'zod/mini'

/** Roles of the site, the lowest rank first: each may do what those before it may. */
export const ROLES = ['user', 'moderator', 'admin', 'super_admin'] as const
export const role = z.enum(ROLES)
export type Role = z.output<typeof role>

/** Whether a user has this role or one that ranks above it; never true for visitors. */
export function hasRole(user: { role: Role } | null | undefined, least: Role): boolean {
  return user ? ROLES.indexOf(user.role) >= ROLES.indexOf(least) : false
}
