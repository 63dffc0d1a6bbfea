import * as z from 'zod/mini'
import * as calls from '#shared/operations/admin-contact.ts'
import { id } from '#shared/fields.ts'
import type { Db } from '#server/db/executor.ts'
import type { Mount } from '#server/feature.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { invalid } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { answerMessage } from './answer-message.ts'
import { changeMessage } from './change-message.ts'
import { type MessageRow, isAdmin, listAdmins, listMessages, updateAssignee, updateDone } from './queries.ts'

const cursor = z.tuple([id])

export const mountAdminContact: Mount = (app, { config, db, settings }) => {
  route(app, calls.listContactMessages, async (call) => {
    const { state, limit } = call.query
    const [before] = decodeCursor(call.query.cursor, cursor) ?? []
    const rows = await listMessages(db, { state, requesterId: call.user.id, limit, before })
    return paginate(call, rows, limit, ({ message }) => [message.id]).map((row) =>
      presentMessage(row, call.user),
    )
  })

  route(app, calls.listContactAssignees, async ({ user }) =>
    (await listAdmins(db)).map((admin) => presentUserRef(admin, user)),
  )

  route(app, calls.setContactMessageDone, async ({ params: { id }, body, user }) =>
    presentMessage(await markDone(db, id, { isDone: body.done, adminId: user.id }), user),
  )

  route(app, calls.assignContactMessage, async ({ params: { id }, body, user }) =>
    presentMessage(await assignMessage(db, id, { assigneeId: body.userId, adminId: user.id }), user),
  )

  route(app, calls.answerContactMessage, async ({ params: { id }, body, user }) => {
    const answer = { text: body.text, authorId: user.id, key: body.idempotencyKey }
    return presentMessage(await answerMessage({ config, db, settings }, id, answer), user)
  })
}

function markDone(db: Db, id: string, { isDone, adminId }: { isDone: boolean; adminId: string }) {
  return changeMessage(db, id, async (tx) => {
    if (await updateDone(tx, id, isDone ? adminId : null))
      await recordAudit(tx, {
        action: isDone ? 'contact.done' : 'contact.reopened',
        actorId: adminId,
        subjectId: id,
      })
  })
}

type Assignment = { assigneeId: string | null; adminId: string }

function assignMessage(db: Db, id: string, { assigneeId, adminId }: Assignment) {
  return changeMessage(db, id, async (tx, { message, assignee }) => {
    if (message.assigneeId === assigneeId) return
    if (assigneeId !== null && !(await isAdmin(tx, assigneeId)))
      throw invalid([{ path: 'userId', key: 'errors.noAdmin' }])
    await updateAssignee(tx, id, assigneeId)
    await recordAudit(tx, {
      action: 'contact.assigned',
      actorId: adminId,
      subjectId: id,
      details: { before: assignee?.id ?? null, after: assigneeId },
    })
  })
}

function presentMessage(
  { message, sender, doneBy, assignee, answeredBy }: MessageRow,
  admin: Caller,
): calls.AdminContactMessage {
  const { answer, answeredAt } = message
  return {
    id: message.id,
    fullName: message.fullName,
    email: message.email,
    subject: message.subject,
    message: message.message,
    user: sender && presentUserRef(sender, admin),
    doneAt: message.doneAt?.toISOString() ?? null,
    doneBy: doneBy && presentUserRef(doneBy, admin),
    assignee: assignee && presentUserRef(assignee, admin),
    answer:
      answer !== null && answeredAt
        ? {
            text: answer,
            author: answeredBy && presentUserRef(answeredBy, admin),
            createdAt: answeredAt.toISOString(),
          }
        : null,
    createdAt: message.createdAt.toISOString(),
  }
}
