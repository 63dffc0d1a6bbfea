import type { Context } from '#server/feature.ts'
import { leaveStream } from '#server/features/live/leave-stream.ts'
import type { LiveState } from '#server/features/live/live-state.ts'

/**
 * Takes media from members who were deactivated: what they send, and what players of theirs get. Their sockets go by
 * themselves; a peer needs none. Told by the database at once; what is missed is found at the next look.
 */
export function followMembers(parts: Context & LiveState): () => void {
  const { changes, config, log, rooms, signedIn } = parts
  const look = async (memberId: string) => {
    if (!(await signedIn.member(memberId))) takeMedia(parts, memberId)
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'members with media were not looked at')
  const stop = changes.on('users', (id) => {
    // Anybody's row, whenever a counter of it moves.
    if (hasMedia(rooms, id)) look(id).catch(failed)
  })
  const timer = setInterval(() => {
    for (const id of membersIn(rooms)) look(id).catch(failed)
  }, config.heartbeatMs)
  return () => {
    stop()
    clearInterval(timer)
  }
}

function takeMedia(parts: Context & LiveState, memberId: string): void {
  for (const { publisher, viewers } of parts.rooms.all()) {
    if (publisher?.memberId === memberId) parts.broadcasts.cut(publisher)
    for (const viewer of viewers.values())
      if (viewer.player && viewer.user?.id === memberId) leaveStream(parts, viewer)
  }
}

function hasMedia(rooms: LiveState['rooms'], memberId: string): boolean {
  return (
    rooms.playersOf(memberId) > 0 || rooms.all().some(({ publisher }) => publisher?.memberId === memberId)
  )
}

function membersIn(rooms: LiveState['rooms']): Set<string> {
  const members = new Set<string>()
  for (const { publisher, viewers } of rooms.all()) {
    if (publisher) members.add(publisher.memberId)
    for (const { player, user } of viewers.values()) if (player && user) members.add(user.id)
  }
  return members
}
