import { type SQL, and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ContactState } from '#shared/admin-contact.ts'
import type { Executor } from '#server/db/executor.ts'
import { contactMessages } from '#server/features/contact/schema.ts'
import { userRefColumns } from '#server/features/users/queries.ts'
import { users } from '#server/features/users/schema.ts'

const sender = alias(users, 'sender')
const doneBy = alias(users, 'done_by')

const selectMessages = (db: Executor) =>
  db
    .select({
      message: contactMessages,
      sender: userRefColumns(sender),
      doneBy: userRefColumns(doneBy),
    })
    .from(contactMessages)
    .leftJoin(sender, eq(sender.id, contactMessages.userId))
    .leftJoin(doneBy, eq(doneBy.id, contactMessages.doneBy))
export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

type List = { state: ContactState; limit: number; before: string | undefined }

/** Returns messages, the newest first; one more than `limit` when there are more. */
export function listMessages(db: Executor, { state, limit, before }: List): Promise<MessageRow[]> {
  return selectMessages(db)
    .where(and(inState(state), before === undefined ? undefined : lt(contactMessages.id, before)))
    .orderBy(desc(contactMessages.id))
    .limit(limit + 1)
}

function inState(state: ContactState): SQL | undefined {
  if (state === 'all') return undefined
  return state === 'open' ? isNull(contactMessages.doneAt) : isNotNull(contactMessages.doneAt)
}

export async function findMessage(db: Executor, id: string): Promise<MessageRow | undefined> {
  const [row] = await selectMessages(db).where(eq(contactMessages.id, id))
  return row
}

/** Marks an open message as done by an admin, or with null opens one that is done. Returns false if it changes nothing. */
export async function updateDone(tx: Executor, id: string, doneById: string | null): Promise<boolean> {
  const { rowCount } = await tx
    .update(contactMessages)
    .set({ doneAt: doneById === null ? null : new Date(), doneBy: doneById })
    .where(and(eq(contactMessages.id, id), inState(doneById === null ? 'done' : 'open')))
  return rowCount !== 0
}
