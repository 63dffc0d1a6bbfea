import { expect, test } from 'vitest'
import { ROLES } from '#shared/roles.ts'
import { refusalOf, requireAccess } from './access.ts'

const ALLOWED = {
  anyone: ['user', 'moderator', 'admin', 'super_admin'],
  member: ['user', 'moderator', 'admin', 'super_admin'],
  moderator: ['moderator', 'admin', 'super_admin'],
  admin: ['admin', 'super_admin'],
  super_admin: ['super_admin'],
} as const

test.each(['anyone', 'member', 'moderator', 'admin', 'super_admin'] as const)(
  '`%s` allows its role and those above, and no other',
  (access) => {
    const allowed: readonly string[] = ALLOWED[access]
    for (const role of ROLES) {
      const refusal = refusalOf(access, { id: crypto.randomUUID(), role })
      expect(refusal).toBe(allowed.includes(role) ? null : 'not_found')
    }
  },
)

test('for visitors, a member route returns 401 and a role route 404', () => {
  expect(() => requireAccess('anyone', null)).not.toThrow()
  expect(() => requireAccess('member', null)).toThrow(expect.objectContaining({ status: 401 }))
  for (const access of ['moderator', 'admin', 'super_admin'] as const)
    expect(() => requireAccess(access, null)).toThrow(expect.objectContaining({ status: 404 }))
})
