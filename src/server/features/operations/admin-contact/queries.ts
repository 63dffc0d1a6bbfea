import { type SQL, and, asc, desc, eq, gte, isNotNull, isNull, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ContactState } from '#shared/operations/admin-contact.ts'
import type { Executor } from '#server/db/executor.ts'
import { contactMessages } from '#server/features/operations/contact/schema.ts'
import { USER_REF_COLUMNS, userRefColumns } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'

const sender = alias(users, 'sender')
const doneBy = alias(users, 'done_by')
const assignee = alias(users, 'assignee')
const answeredBy = alias(users, 'answered_by')

const selectMessages = (db: Executor) =>
  db
    .select({
      message: contactMessages,
      sender: userRefColumns(sender),
      doneBy: userRefColumns(doneBy),
      assignee: userRefColumns(assignee),
      answeredBy: userRefColumns(answeredBy),
    })
    .from(contactMessages)
    .leftJoin(sender, eq(sender.id, contactMessages.userId))
    .leftJoin(doneBy, eq(doneBy.id, contactMessages.doneBy))
    .leftJoin(assignee, eq(assignee.id, contactMessages.assigneeId))
    .leftJoin(answeredBy, eq(answeredBy.id, contactMessages.answeredBy))
export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

type List = { state: ContactState; requesterId: string; limit: number; before: string | undefined }

/** Returns messages, the newest first; one more than `limit` when there are more. */
export function listMessages(
  db: Executor,
  { state, requesterId, limit, before }: List,
): Promise<MessageRow[]> {
  return selectMessages(db)
    .where(
      and(
        inState(state),
        state === 'mine' ? eq(contactMessages.assigneeId, requesterId) : undefined,
        before === undefined ? undefined : lt(contactMessages.id, before),
      ),
    )
    .orderBy(desc(contactMessages.id))
    .limit(limit + 1)
}

function inState(state: ContactState): SQL | undefined {
  if (state === 'all') return undefined
  return state === 'done' ? isNotNull(contactMessages.doneAt) : isNull(contactMessages.doneAt)
}

export async function findMessage(db: Executor, id: string): Promise<MessageRow | undefined> {
  const [row] = await selectMessages(db).where(eq(contactMessages.id, id))
  return row
}

/** Locks a message until the end of the transaction. */
export async function lockMessage(tx: Executor, id: string): Promise<void> {
  await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(eq(contactMessages.id, id))
    .for('no key update')
}

/** Marks an open message as done by an admin, or with null reopens a done message. Returns false if nothing changes. */
export async function updateDone(tx: Executor, id: string, doneById: string | null): Promise<boolean> {
  const { rowCount } = await tx
    .update(contactMessages)
    .set({ doneAt: doneById === null ? null : new Date(), doneBy: doneById })
    .where(and(eq(contactMessages.id, id), inState(doneById === null ? 'done' : 'open')))
  return rowCount !== 0
}

export async function updateAssignee(tx: Executor, id: string, assigneeId: string | null): Promise<void> {
  await tx.update(contactMessages).set({ assigneeId }).where(eq(contactMessages.id, id))
}

type Answer = { text: string; authorId: string; key: string }

export async function updateAnswer(tx: Executor, id: string, { text, authorId, key }: Answer): Promise<void> {
  await tx
    .update(contactMessages)
    .set({ answer: text, answeredAt: new Date(), answeredBy: authorId, answerKey: key })
    .where(eq(contactMessages.id, id))
}

const isActiveAdmin = () => and(gte(users.role, 'admin'), users.isActive)

/** Returns all active admins by name. */
export function listAdmins(db: Executor) {
  return db
    .select(USER_REF_COLUMNS)
    .from(users)
    .where(isActiveAdmin())
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
}

export async function isAdmin(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isActiveAdmin()))
  return rows.length > 0
}
