import type { StreamState } from './stream-state.ts'

export type Change = (state: StreamState) => StreamState
/** Applies the changes since the request of a snapshot to a stream's state. */
export type Replay = (streamId: string, state: StreamState) => StreamState

type Entry = { streamId: string; change: Change }

/** For each snapshot that is being loaded: the changes since its request. */
const changeLogs = new Set<Entry[]>()

/** Logs a change for all snapshots that are being loaded: the server may have read them before it. */
export function logChange(streamId: string, change: Change): void {
  for (const log of changeLogs) log.push({ streamId, change })
}

/**
 * Loads a snapshot of streams over HTTP. The response may be older than messages that arrived before it: `replay`
 * applies these to it, so that no response undoes a start, an end or any other change.
 */
export async function loadSnapshot<T>(load: () => Promise<T>): Promise<{ snapshot: T; replay: Replay }> {
  const log: Entry[] = []
  changeLogs.add(log)
  try {
    const snapshot = await load()
    return { snapshot, replay: (streamId, state) => replayLog(log, streamId, state) }
  } finally {
    changeLogs.delete(log)
  }
}

function replayLog(log: readonly Entry[], streamId: string, state: StreamState): StreamState {
  return log.reduce((now, entry) => (entry.streamId === streamId ? entry.change(now) : now), state)
}
