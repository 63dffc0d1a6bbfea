import { useEffect, useEffectEvent } from 'react'
import type { Snapshot } from '#web/api/call.ts'
import { JitteredCall } from '#web/lib/jittered-call.ts'
import { useChannel } from '#web/realtime/use-channel.ts'

/** Spreads the refetches of all browsers after a change. */
const MAX_JITTER_MS = 2000

/**
 * The lists of a page that starts and ends change, in the order in which they are refetched: a stream that has started
 * must not leave the announced ones before it is among the live ones.
 */
const ORDER = ['live', 'upcoming'] as const
type ListName = (typeof ORDER)[number]

type Pages = { pages: { snapshot: Snapshot }[] }
type Query = {
  data: Pages | undefined
  refetch: (options: { throwOnError: true }) => Promise<{ data: Pages | undefined }>
}

/** The lists on this page. */
const lists = new Set<{ name: ListName; reload: () => Promise<unknown> }>()
const changed = new JitteredCall(() => void reloadLists())

/** Reloads one kind of list after the other; one that fails shows its error, and the next is still reloaded. */
async function reloadLists(): Promise<void> {
  for (const name of ORDER) {
    const reloads = [...lists].flatMap((list) => (list.name === name ? list.reload() : []))
    for (const result of await Promise.allSettled(reloads))
      if (result.status === 'rejected') console.warn(result.reason)
  }
}

/** Refetches a list of streams once per burst of starts and ends of public streams, also of those that it missed. */
export function useLiveChanges(name: ListName, { data, refetch }: Query): void {
  const reload = async () => {
    const { data: reloaded } = await refetch({ throwOnError: true })
    return reloaded?.pages[0]?.snapshot.cursor ?? null
  }
  const handleReload = useEffectEvent(reload)
  useEffect(() => {
    const list = { name, reload: () => handleReload() }
    lists.add(list)
    return () => {
      lists.delete(list)
      if (lists.size === 0) changed.cancel()
    }
  }, [name])
  useChannel({
    channel: 'live',
    snapshot: data?.pages[0]?.snapshot,
    onMessage: ({ type }) => {
      if (type === 'live_changed') changed.request(MAX_JITTER_MS)
      return undefined
    },
    reload,
  })
}
