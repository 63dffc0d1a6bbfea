import type { Context } from '#server/feature.ts'
import type { SessionCache } from '#server/features/auth/session-cache.ts'
import { leaveStream } from '#server/features/live/leave-stream.ts'
import type { LiveState } from '#server/features/live/live-state.ts'
import type { Rooms, Viewer } from '#server/features/live/room.ts'

/** Whose media it is. A page that watches is left out: its peer goes with its socket. */
type Owner = { memberId: string | null; sessionId: string | null }

/**
 * Takes media from members who were deactivated, and from sessions that ended: what they send, and what players of theirs
 * get. Their sockets go by themselves; a peer needs none. Told by the database at once; what is missed is found at the
 * next look.
 */
export function watchUsers(parts: Context & LiveState & { sessionCache: SessionCache }): () => void {
  const { rowChanges, config, log, rooms, sessionCache } = parts
  const lookAtMember = async (id: string) => {
    if (!(await sessionCache.member(id))) takeMedia(parts, ({ memberId }) => memberId === id)
  }
  const lookAtSession = async (sid: string) => {
    if (!(await sessionCache.session(sid))) takeMedia(parts, ({ sessionId }) => sessionId === sid)
  }
  const isPublishing = (isTheirs: (publisher: Owner) => boolean) =>
    rooms.all().some(({ publisher }) => publisher && isTheirs(publisher))
  const failed = (error: unknown) => log.warn({ err: error }, 'members with media were not looked at')
  // Anybody's row, whenever a counter of it moves.
  const stop = [
    rowChanges.on('users', (id) => {
      if (rooms.playersOf(id) > 0 || isPublishing(({ memberId }) => memberId === id))
        lookAtMember(id).catch(failed)
    }),
    rowChanges.on('sessions', (sid) => {
      if (rooms.playersIn(sid) > 0 || isPublishing(({ sessionId }) => sessionId === sid))
        lookAtSession(sid).catch(failed)
    }),
  ]
  const timer = setInterval(() => {
    const owners = ownersIn(rooms)
    for (const id of distinct(owners.map(({ memberId }) => memberId))) lookAtMember(id).catch(failed)
    for (const sid of distinct(owners.map(({ sessionId }) => sessionId))) lookAtSession(sid).catch(failed)
  }, config.heartbeatMs)
  return () => {
    for (const end of stop) end()
    clearInterval(timer)
  }
}

function takeMedia(parts: Context & LiveState, isTheirs: (owner: Owner) => boolean): void {
  for (const { publisher, viewers } of parts.rooms.all()) {
    if (publisher && isTheirs(publisher)) parts.broadcasts.cut(publisher)
    for (const viewer of viewers.values())
      if (viewer.player && isTheirs(ownerOf(viewer))) leaveStream(parts, viewer)
  }
}

function ownersIn(rooms: Rooms): Owner[] {
  return rooms.all().flatMap(({ publisher, viewers }): Owner[] => {
    const players = [...viewers.values()].filter(({ player }) => player !== null)
    return [...(publisher ? [publisher] : []), ...players.map(ownerOf)]
  })
}

const ownerOf = ({ user, sessionId }: Viewer): Owner => ({ memberId: user?.id ?? null, sessionId })

const distinct = (ids: (string | null)[]) => new Set(ids.filter((id) => id !== null))
