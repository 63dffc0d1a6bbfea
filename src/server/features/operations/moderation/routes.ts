import * as z from 'zod/mini'
import type { FastifyInstance } from 'fastify'
import * as decisionCalls from '#shared/operations/decisions.ts'
import { id } from '#shared/fields.ts'
import * as calls from '#shared/operations/moderation.ts'
import * as reportCalls from '#shared/operations/reports.ts'
import { hasRole } from '#shared/roles.ts'
import { rulesOf } from '#shared/settings/rules.ts'
import type { Context, Mount } from '#server/feature.ts'
import { sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import { postCountsService } from '#server/features/community/posts/post-counts.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import { videoFileCacheService } from '#server/features/videos/videos/files/video-file-cache.ts'
import type { Caller } from '#server/http/access.ts'
import { cursorTime, decodeCursor, paginate } from '#server/http/cursor.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { addAppeal } from './add-appeal.ts'
import { addReport } from './add-report.ts'
import {
  type CaseWithUsers,
  countCases,
  findCase,
  listCases,
  caseStateOf,
} from '#server/features/operations/moderation-cases/case-queries.ts'
import {
  deleteViewer,
  listViewers,
  setViewer,
} from '#server/features/operations/moderation-cases/viewer-queries.ts'
import { type DecideDependencies, decideCase } from './decide-case.ts'
import { countAppeals, findDecision, listAppeals, listDecisionsAbout } from './decision-queries.ts'
import { presentDecision, presentModerated } from './present-decision.ts'
import { presentCases, readCase } from './read-case.ts'
import { decideAppeal, undoDecision } from './undo-decision.ts'

/** Lifetime of a moderator's presence on a case. An open page repeats its call several times within it. */
const VIEWER_MS = 60_000

const idCursor = z.tuple([id])
const timeCursor = z.tuple([cursorTime, id])
const countCursor = z.tuple([z.string().check(z.regex(/^\d{1,9}$/)), id])

export const mountModeration: Mount = (app, context) => {
  const { service } = context
  const dependencies = {
    ...context,
    postCounts: service(postCountsService),
    fileCache: service(videoFileCacheService),
    sessionCache: service(sessionCacheService),
  }
  mountReports(app, context)
  mountDecisions(app, context)
  mountQueue(app, dependencies)
  mountAppeals(app, dependencies)
}

function mountReports(app: FastifyInstance, { db, settings }: Context): void {
  route(app, reportCalls.listRules, () => Promise.resolve(rulesOf(settings.get('community.rules'))))

  route(app, reportCalls.createReport, async ({ body, user, markRepeated }) => {
    const report = await addReport({ db, settings }, user, body)
    if (report.isRepeated) markRepeated()
    return { id: report.id, createdAt: report.createdAt.toISOString() }
  })
}

/** The decisions about the caller, and appeals. */
function mountDecisions(app: FastifyInstance, { db }: Context): void {
  route(app, decisionCalls.listDecisions, async (call) => {
    const { limit, cursor } = call.query
    const [before] = decodeCursor(cursor, idCursor) ?? []
    const rows = await listDecisionsAbout(db, call.user.id, { limit, before })
    return paginate(call, rows, limit, (row) => [row.id]).map(presentDecision)
  })

  route(app, decisionCalls.getDecision, async ({ params, user }) => {
    const found = await findDecision(db, params.id)
    if (found?.row.userId !== user.id) throw notFound()
    return presentDecision(found.row)
  })

  route(app, decisionCalls.createAppeal, async ({ body, user }) =>
    presentDecision(await addAppeal(db, user, body)),
  )
}

function mountQueue(app: FastifyInstance, dependencies: DecideDependencies): void {
  const { db } = dependencies

  route(app, calls.listCases, async (call) => {
    const { state, order, limit } = call.query
    const isByTime = state === 'closed' || order === 'newest'
    const after = readCursor(call.query.cursor, isByTime)
    const rows = await listCases(db, { state, order, limit, ...(after && { after }) })
    const page = paginate(call, rows, limit, (row) => cursorOf(row, isByTime))
    return presentCases(db, page, call.user)
  })

  route(app, calls.countModeration, async ({ user }) => {
    const [{ open, handedOver }, appeals] = await Promise.all([countCases(db), countAppeals(db)])
    return { open, handedOver: hasRole(user, 'admin') ? handedOver : 0, appeals }
  })

  route(app, calls.getCase, ({ params, user }) => readCase(db, params.id, user))

  route(app, calls.decideCase, async ({ params, body, user }) => {
    await decideCase(dependencies, user, params.id, body)
    return readCase(db, params.id, user)
  })

  route(app, calls.viewCase, async ({ params, user }) => {
    const found = await findCase(db, params.id)
    if (!found) throw notFound()
    await setViewer(db, params.id, user.id, new Date(Date.now() + VIEWER_MS))
    const viewers = await listViewers(db, [params.id], user.id)
    return {
      state: caseStateOf(found.row),
      viewers: viewers.map((viewer) => presentUserRef(viewer.user, user)),
    }
  })

  route(app, calls.leaveCase, async ({ params, user }) => {
    await deleteViewer(db, params.id, user.id)
    return { left: true as const }
  })
}

function readCursor(cursor: string | undefined, isByTime: boolean) {
  if (isByTime) {
    const parts = decodeCursor(cursor, timeCursor)
    return parts && { value: new Date(parts[0]), id: parts[1] }
  }
  const parts = decodeCursor(cursor, countCursor)
  return parts && { value: Number(parts[0]), id: parts[1] }
}

function cursorOf({ row }: CaseWithUsers, isByTime: boolean): readonly string[] {
  const value = isByTime ? (row.closedAt ?? row.lastReportedAt).toISOString() : String(row.reportsCount)
  return [value, row.id]
}

function mountAppeals(app: FastifyInstance, dependencies: DecideDependencies): void {
  const { db } = dependencies
  const read = async (decisionId: string, moderator: Caller) => {
    const found = await findDecision(db, decisionId)
    if (!found) throw notFound()
    return presentModerated(db, found, moderator)
  }

  route(app, calls.listAppeals, async (call) => {
    const { limit, cursor } = call.query
    const parts = decodeCursor(cursor, timeCursor)
    const after = parts && { appealedAt: new Date(parts[0]), id: parts[1] }
    const rows = await listAppeals(db, { limit, after })
    const page = paginate(call, rows, limit, ({ row }) => [row.appealedAt?.toISOString() ?? '', row.id])
    return Promise.all(page.map((row) => presentModerated(db, row, call.user)))
  })

  route(app, calls.decideAppeal, async ({ params, body, user }) => {
    await decideAppeal(dependencies, user, params.id, body)
    return read(params.id, user)
  })

  route(app, calls.undoDecision, async ({ params, user }) => {
    await undoDecision(dependencies, user, params.id)
    return read(params.id, user)
  })
}
