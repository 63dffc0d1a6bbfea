import { useEffect, useSyncExternalStore } from 'react'
import type { StreamState } from './stream-state.ts'
import type { StreamStore } from './stream-store.ts'
import { streamStore } from './stream-stores.ts'

/** Returns the store of a stream, open while the component is mounted. */
export function useStreamStore(streamId: string): StreamStore {
  const store = streamStore(streamId)
  useEffect(() => store.open(), [store])
  return store
}

/** Returns a part of a stream's state. `select` must return the same object for the same state. */
export function useStreamState<T>(store: StreamStore, select: (state: StreamState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
