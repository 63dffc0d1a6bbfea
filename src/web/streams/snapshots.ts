import type { StreamState } from './stream-state.ts'

export type Change = (state: StreamState) => StreamState
/** Applies to a stream's state what has changed since the snapshot was requested. */
export type Replay = (streamId: string, state: StreamState) => StreamState

type Entry = { streamId: string; change: Change }

/** What changed while each snapshot was on its way. */
const logs = new Set<Entry[]>()

/** Notes a change for all snapshots that are on their way: the server may have read them before it. */
export function logChange(streamId: string, change: Change): void {
  for (const log of logs) log.push({ streamId, change })
}

/**
 * Loads over HTTP how streams are now. An answer may be older than messages that arrived before it: with `replay` these
 * are applied on top of it, so that no answer undoes a start, an end or any other change.
 */
export async function loadSnapshot<T>(load: () => Promise<T>): Promise<{ snapshot: T; replay: Replay }> {
  const log: Entry[] = []
  logs.add(log)
  try {
    const snapshot = await load()
    return { snapshot, replay: (streamId, state) => replayLog(log, streamId, state) }
  } finally {
    logs.delete(log)
  }
}

function replayLog(log: readonly Entry[], streamId: string, state: StreamState): StreamState {
  return log.reduce((now, entry) => (entry.streamId === streamId ? entry.change(now) : now), state)
}
