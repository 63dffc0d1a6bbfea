import type { Caller } from '#server/http/access.ts'

/** Returns whether an admin may change a setting. This one restricts admins, so only super_admins may change it. */
export const canChange = ({ role }: Caller, key: string): boolean =>
  key !== 'general.superAdminsAppointAdmins' || role === 'super_admin'
