import type { Context } from '#server/feature.ts'
import type { SessionCache } from '#server/features/accounts/auth/session-cache.ts'
import { leaveStream } from '#server/features/live/live/leave-stream.ts'
import type { LiveState } from '#server/features/live/live/live-state.ts'
import type { Rooms, Viewer } from '#server/features/live/live/room.ts'

/** The owner of a publisher or outside player. Viewers on pages are not included: their peers close with the socket. */
type Owner = { userId: string | null; sessionId: string | null }

/**
 * Closes publishers and outside players of deactivated users and of sessions that ended; a peer can outlive its socket.
 * Row changes trigger it immediately, and a timer repeats the check in case a change was missed. Returns a function
 * that stops it.
 */
export function closeRevokedPeers(
  dependencies: Context & LiveState & { sessionCache: SessionCache },
): () => void {
  const { rowChanges, config, log, rooms, sessionCache } = dependencies
  const checkUser = async (id: string) => {
    if (!(await sessionCache.findUser(id))) closePeersOf(dependencies, ({ userId }) => userId === id)
  }
  const checkSession = async (sid: string) => {
    if (!(await sessionCache.findSession(sid)))
      closePeersOf(dependencies, ({ sessionId }) => sessionId === sid)
  }
  const isPublishing = (isOwnedBy: (publisher: Owner) => boolean) =>
    rooms.all().some(({ publisher }) => publisher && isOwnedBy(publisher))
  const onError = (error: unknown) => log.warn({ err: error }, 'owners of media could not be checked')
  // Row changes fire for all users: only users with media are checked.
  const unsubscribers = [
    rowChanges.on('users', (id) => {
      if (rooms.countPlayersOf(id) > 0 || isPublishing(({ userId }) => userId === id))
        checkUser(id).catch(onError)
    }),
    rowChanges.on('sessions', (sid) => {
      if (rooms.countPlayersOfSession(sid) > 0 || isPublishing(({ sessionId }) => sessionId === sid))
        checkSession(sid).catch(onError)
    }),
  ]
  const timer = setInterval(() => {
    const owners = ownersIn(rooms)
    for (const id of distinct(owners.map(({ userId }) => userId))) checkUser(id).catch(onError)
    for (const sid of distinct(owners.map(({ sessionId }) => sessionId))) checkSession(sid).catch(onError)
  }, config.heartbeatMs)
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
    clearInterval(timer)
  }
}

function closePeersOf(dependencies: Context & LiveState, isOwnedBy: (owner: Owner) => boolean): void {
  for (const { publisher, viewers } of dependencies.rooms.all()) {
    if (publisher && isOwnedBy(publisher)) dependencies.broadcasts.closePublisher(publisher)
    for (const viewer of viewers.values())
      if (viewer.player && isOwnedBy(ownerOf(viewer))) leaveStream(dependencies, viewer)
  }
}

function ownersIn(rooms: Rooms): Owner[] {
  return rooms.all().flatMap(({ publisher, viewers }): Owner[] => {
    const players = [...viewers.values()].filter(({ player }) => player !== null)
    return [...(publisher ? [publisher] : []), ...players.map(ownerOf)]
  })
}

const ownerOf = ({ user, sessionId }: Viewer): Owner => ({ userId: user?.id ?? null, sessionId })

const distinct = (ids: (string | null)[]) => new Set(ids.filter((id) => id !== null))
