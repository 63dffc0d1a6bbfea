import type { AuditEntry } from '#shared/operations/admin-logs.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import type { AuditRow } from './queries.ts'

export function presentEntry({ entry, actor, subject }: AuditRow, requester: Caller): AuditEntry {
  return {
    ...entry,
    actor: actor && presentUserRef(actor, requester),
    subject: subject && presentUserRef(subject, requester),
    createdAt: entry.createdAt.toISOString(),
  }
}
