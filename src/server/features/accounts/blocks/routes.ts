import * as z from 'zod/mini'
import * as calls from '#shared/accounts/blocks.ts'
import { id } from '#shared/fields.ts'
import { followCountsService } from '#server/features/accounts/follows/follow-counts.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import type { Mount } from '#server/feature.ts'
import { withoutLiveState } from '#server/features/accounts/users/present-user.ts'
import { presentUserSummary } from '#server/features/accounts/user-lists/present-user-summary.ts'
import { cursorTime, decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'
import { listHidden, listHiddenIdsOf } from './queries.ts'
import { setHiding } from './set-hiding.ts'

const cursor = z.tuple([cursorTime, id])

/** The endpoints that hide a user, and what each desires. */
const CHANGES = [
  [calls.blockUser, { kind: 'block', isHidden: true }],
  [calls.unblockUser, { kind: 'block', isHidden: false }],
  [calls.muteUser, { kind: 'mute', isHidden: true }],
  [calls.unmuteUser, { kind: 'mute', isHidden: false }],
] as const

export const mountBlocks: Mount = (app, { db, events, publish, service }) => {
  const followCounts = service(followCountsService)
  const dependencies = { db, events, publish, followCounts }
  for (const [endpoint, desired] of CHANGES)
    route(app, endpoint, async ({ params, user }) => {
      const pair = { userId: user.id, otherId: params.userId }
      // In the order of the user's follows of the other, which also publish to the user's pages.
      const { isBlocked, isMuted } = await serializeBy(pair.userId, pair.otherId, () =>
        setHiding(dependencies, pair, desired),
      )
      return { blocked: isBlocked, muted: isMuted }
    })

  route(app, calls.listHiddenUsers, async ({ query, user, request, reply }) => {
    const [since, afterId] = decodeCursor(query.cursor, cursor) ?? []
    const after = since && afterId ? { since: new Date(since), id: afterId } : undefined
    const selection = { requester: user, kind: query.kind }
    const rows = await listHidden(db, selection, query.limit + 1, after)
    const page = paginate({ request, reply }, rows, query.limit, (row) => [row.since.toISOString(), row.id])
    return page.map((row) => ({
      ...presentUserSummary(withoutLiveState(row), user),
      since: row.since.toISOString(),
    }))
  })

  route(app, calls.listHiddenIds, async ({ user }) => ({ ids: await listHiddenIdsOf(db, user.id) }), {
    hasEtag: true,
  })
}
