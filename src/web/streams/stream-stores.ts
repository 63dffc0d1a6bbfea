import { getChatState } from '#shared/chat.ts'
import { type Stream, getStream } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'
import { socket } from '#web/realtime/socket.ts'
import { CachedRecord } from './cached-record.ts'
import { type Replay, loadSnapshot } from './snapshots.ts'
import { StreamStore } from './stream-store.ts'
import { UNKNOWN_STREAM, withRecord } from './stream-state.ts'

const stores = new Map<string, StreamStore>()
const LOAD_MS = 10_000

/** The one store of a stream on this page. */
export function streamStore(streamId: string): StreamStore {
  const known = stores.get(streamId)
  if (known) return known
  const params = { id: streamId }
  const store = new StreamStore({
    streamId,
    socket,
    loadRecord: () => call(getStream, { params }),
    // A request that got stuck must not keep the next one from being sent.
    loadChat: () => call(getChatState, { params }, { signal: AbortSignal.timeout(LOAD_MS) }),
  })
  stores.set(streamId, store)
  return store
}

/** Changes a record on this page at once, wherever it is shown. */
export function changeStream(streamId: string, change: (known: Stream) => Partial<Stream>): void {
  streamStore(streamId).change((state) =>
    state.record ? { ...state, record: { ...state.record, ...change(state.record) } } : state,
  )
}

/** Loads a list of streams, and puts their records where all components read them. */
export async function loadStreams<T>(
  load: () => Promise<T>,
  streamsOf: (answer: T) => readonly Stream[],
): Promise<T> {
  const { snapshot, replay } = await loadSnapshot(load)
  cacheStreams(streamsOf(snapshot), replay)
  return snapshot
}

/** Puts records that came with something else where all components read them. */
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
