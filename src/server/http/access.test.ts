import { expect, test } from 'vitest'
import { ROLES } from '#shared/users.ts'
import { requireAccess } from './access.ts'

const ALLOWED = {
  anyone: ['user', 'moderator', 'admin', 'super_admin'],
  member: ['user', 'moderator', 'admin', 'super_admin'],
  admin: ['admin', 'super_admin'],
  super_admin: ['super_admin'],
} as const

test.each(['anyone', 'member', 'admin', 'super_admin'] as const)(
  '%s lets in its roles and nobody else',
  (access) => {
    const allowed: readonly string[] = ALLOWED[access]
    for (const role of ROLES) {
      const attempt = () => requireAccess(access, { id: crypto.randomUUID(), role })
      if (allowed.includes(role)) expect(attempt).not.toThrow()
      else expect(attempt).toThrow(expect.objectContaining({ status: 403 }))
    }
    if (access === 'anyone') expect(() => requireAccess(access, null)).not.toThrow()
    else expect(() => requireAccess(access, null)).toThrow(expect.objectContaining({ status: 401 }))
  },
)
