import type { Readable } from 'node:stream'
import { displayName } from '#shared/accounts/users.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { csvStream } from '#server/http/csv.ts'
import { presentEntry } from './present-entry.ts'
import { type AuditFilter, type AuditRow, listEntries } from './queries.ts'

/** Entries per query. */
const PART_SIZE = 500

const HEAD = ['date', 'action', 'actor', 'actor id', 'subject', 'subject id', 'details', 'entry']

type Requester = {
  admin: Caller
  /** Throws if the admin has lost access to the audit trail since the start: an export runs for minutes. */
  checkAccess: () => Promise<void>
}

/** Returns the entries that match, the newest first. The stream fails when the requester loses access. */
export function csvOfAudit(
  db: Executor,
  { admin, checkAccess }: Requester,
  filter: AuditFilter,
): Promise<Readable> {
  async function* parts() {
    let before: string | undefined
    for (;;) {
      const rows = await listEntries(db, filter, { limit: PART_SIZE, before })
      yield rows.map((row) => cellsOf(row, admin))
      if (rows.length <= PART_SIZE) return
      before = rows.at(-1)?.entry.id
      await checkAccess()
    }
  }
  return csvStream(HEAD, parts())
}

function cellsOf(row: AuditRow, admin: Caller): string[] {
  const { id, action, actor, actorId, subject, subjectId, details, createdAt } = presentEntry(row, admin)
  return [
    createdAt,
    action,
    actor ? displayName(actor) : '',
    actorId,
    subject ? displayName(subject) : '',
    subjectId,
    JSON.stringify(details),
    id,
  ]
}
