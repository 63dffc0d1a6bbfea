import * as z from 'zod/mini'
import * as calls from '#shared/admin-contact.ts'
import { id } from '#shared/fields.ts'
import type { Feature } from '#server/feature.ts'
import { recordAudit } from '#server/features/audit/queries.ts'
import { presentUserRef } from '#server/features/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { type MessageRow, findMessage, listMessages, updateDone } from './queries.ts'

const cursor = z.tuple([id])

/** The messages of the contact form, for admins. */
export const adminContact: Feature = {
  name: 'admin-contact',
  register(app, { db }) {
    route(app, calls.listContactMessages, async (call) => {
      const { state, limit } = call.query
      const [before] = decodeCursor(call.query.cursor, cursor) ?? []
      const rows = await listMessages(db, { state, limit, before })
      return paginate(call, rows, limit, ({ message }) => [message.id]).map((row) =>
        presentMessage(row, call.user),
      )
    })

    route(app, calls.setContactMessageDone, ({ params, body, user }) =>
      db.transaction(async (tx) => {
        if (await updateDone(tx, params.id, body.done ? user.id : null))
          await recordAudit(tx, {
            action: body.done ? 'contact.done' : 'contact.reopened',
            actorId: user.id,
            subjectId: params.id,
          })
        const row = await findMessage(tx, params.id)
        if (!row) throw notFound('notFound.message')
        return presentMessage(row, user)
      }),
    )
  },
}

function presentMessage({ message, sender, doneBy }: MessageRow, admin: Caller): calls.AdminContactMessage {
  return {
    id: message.id,
    fullName: message.fullName,
    email: message.email,
    subject: message.subject,
    message: message.message,
    user: sender && presentUserRef(sender, admin),
    doneAt: message.doneAt?.toISOString() ?? null,
    doneBy: doneBy && presentUserRef(doneBy, admin),
    createdAt: message.createdAt.toISOString(),
  }
}
