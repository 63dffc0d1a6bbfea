import type { Caller } from '#server/http/access.ts'

/** Returns whether an admin may change a setting. With this one, other admins could lift the limit of their own permissions. */
export const canChange = ({ role }: Caller, key: string): boolean =>
  key !== 'general.superAdminsAppointAdmins' || role === 'super_admin'
