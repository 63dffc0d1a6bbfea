import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '#server/db/columns.ts'

/** The running processes: one app and at most one worker on each node. A node is a DATA_DIR. */
export const nodeProcesses = pgTable(
  'node_processes',
  {
    nodeId: text('node_id').notNull(),
    role: text().$type<NodeRole>().notNull(),
    /** The process renews it; after this time others may take over its broadcasts and jobs. */
    leaseUntil: timestamptz('lease_until').notNull(),
    /** Ids under which its workers lock jobs. */
    workerIds: text('worker_ids').array().notNull().default([]),
    /** Whether it can send mail. */
    sendsMail: boolean('sends_mail').notNull().default(false),
    /** Of the secret that signs links and cookies; all processes must have the same. */
    secretFingerprint: text('secret_fingerprint'),
    /** When the process started. */
    startedAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.nodeId, table.role] })],
)

export type NodeRole = 'app' | 'worker'
