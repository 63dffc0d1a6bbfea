/** Roles of the site in ascending rank: each includes the permissions of those before it. */
export const ROLES = ['user', 'moderator', 'admin', 'super_admin'] as const
export type Role = (typeof ROLES)[number]

/** Whether a user has at least the role `minimum`; false for visitors. */
export function hasRole(user: { role: Role } | null | undefined, minimum: Role): boolean {
  return user ? ROLES.indexOf(user.role) >= ROLES.indexOf(minimum) : false
}

/** Whether a user has a higher role than another. */
export const outranks = (user: { role: Role }, other: { role: Role }): boolean =>
  ROLES.indexOf(user.role) > ROLES.indexOf(other.role)
