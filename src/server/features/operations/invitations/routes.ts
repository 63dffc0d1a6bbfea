import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import * as calls from '#shared/accounts/invitations.ts'
import type { Context, Mount } from '#server/feature.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { decodeCursor, paginate } from '#server/http/cursor.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import {
  type InvitationRow,
  findInvitation,
  insertInvitation,
  listInvitationRows,
  markRevoked,
} from '#server/features/accounts/invitations/queries.ts'

const cursor = z.tuple([id])
const DAY_MS = 24 * 60 * 60 * 1000

export const mountInvitations: Mount = (app, { db }) => {
  route(app, calls.listInvitations, async (call) => {
    const { limit } = call.query
    const [before] = decodeCursor(call.query.cursor, cursor) ?? []
    const rows = await listInvitationRows(db, { limit, before })
    return paginate(call, rows, limit, ({ invitation }) => [invitation.id]).map((row) =>
      presentInvitation(row, call.user),
    )
  })

  route(app, calls.createInvitation, async ({ body: { note, maxUses, days }, user }) => {
    const invitationId = await db.transaction(async (tx) => {
      const created = await insertInvitation(tx, {
        token: randomBytes(16).toString('base64url'),
        note: note || null,
        maxUses,
        expiresAt: new Date(Date.now() + days * DAY_MS),
        createdBy: user.id,
      })
      await recordAudit(tx, {
        action: 'invitation.created',
        actorId: user.id,
        subjectId: created,
        details: { note: note || null, maxUses, days },
      })
      return created
    })
    return getInvitation({ db }, invitationId, user)
  })

  route(app, calls.revokeInvitation, async ({ params, user }) => {
    await db.transaction(async (tx) => {
      if (!(await markRevoked(tx, params.id))) return
      await recordAudit(tx, { action: 'invitation.revoked', actorId: user.id, subjectId: params.id })
    })
    return getInvitation({ db }, params.id, user)
  })
}

async function getInvitation({ db }: Pick<Context, 'db'>, invitationId: string, admin: Caller) {
  const row = await findInvitation(db, invitationId)
  if (!row) throw notFound('notFound.invitation')
  return presentInvitation(row, admin)
}

function presentInvitation({ invitation, creator }: InvitationRow, admin: Caller): calls.Invitation {
  const { expiresAt, revokedAt, createdAt, ...fields } = invitation
  return {
    ...fields,
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    createdBy: creator && presentUserRef(creator, admin),
    createdAt: createdAt.toISOString(),
  }
}
