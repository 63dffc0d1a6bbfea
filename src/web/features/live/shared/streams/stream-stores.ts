import { getChatState } from '#shared/live/chat.ts'
import { type Stream, getStream } from '#shared/live/streams.ts'
import { call } from '#web/api/call.ts'
import { socket } from '#web/realtime/socket.ts'
import { CachedRecord } from './cached-record.ts'
import { type Replay, loadSnapshot } from './snapshots.ts'
import { StreamStore } from './stream-store.ts'
import { UNKNOWN_STREAM, withRecord } from './stream-state.ts'

const stores = new Map<string, StreamStore>()
const CHAT_TIMEOUT_MS = 10_000

/** Returns the store of a stream; there is one per stream and page. */
export function streamStore(streamId: string): StreamStore {
  const existing = stores.get(streamId)
  if (existing) return existing
  const params = { id: streamId }
  const store = new StreamStore({
    streamId,
    socket,
    loadRecord: () => call(getStream, { params }),
    // A request that hangs must not block the next one.
    loadChat: () => call(getChatState, { params }, { signal: AbortSignal.timeout(CHAT_TIMEOUT_MS) }),
  })
  stores.set(streamId, store)
  return store
}

/** Changes a cached record on this page at once, in all components. */
export function updateCachedStream(streamId: string, change: (current: Stream) => Partial<Stream>): void {
  streamStore(streamId).change((state) =>
    state.record ? { ...state, record: { ...state.record, ...change(state.record) } } : state,
  )
}

/** Loads a list of streams, and stores their records in the entity cache. */
export async function loadStreams<T>(
  load: () => Promise<T>,
  streamsOf: (response: T) => readonly Stream[],
): Promise<T> {
  const { snapshot, replay } = await loadSnapshot(load)
  cacheStreams(streamsOf(snapshot), replay)
  return snapshot
}

/** Stores records that were part of another response in the entity cache. */
export function cacheStreams(streams: readonly Stream[], replay: Replay = (_id, state) => state): void {
  for (const stream of streams) cacheStream(stream, replay)
}

function cacheStream(stream: Stream, replay: Replay): void {
  const store = stores.get(stream.id)
  if (store) return void store.accept(stream, replay)
  const cached = new CachedRecord(stream.id)
  const state = withRecord({ ...UNKNOWN_STREAM, record: cached.get() }, stream)
  cached.set(replay(stream.id, state).record)
}
