import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import type { Snapshot } from '#web/api/call.ts'
import { useChannel } from './use-channel.ts'

/** Spreads the refetches of all browsers after a change. */
const MAX_JITTER_MS = 2000

type Pages = { pages: { snapshot: Snapshot }[] }
type Query = {
  data: Pages | undefined
  refetch: (options: { throwOnError: true }) => Promise<{ data: Pages | undefined }>
}

/** Refetches a list of streams once per burst of starts and ends of public streams, also of those that it missed. */
export function useLiveChanges({ data, refetch }: Query): void {
  const reload = async () => {
    const { data: reloaded } = await refetch({ throwOnError: true })
    return reloaded?.pages[0]?.snapshot.cursor ?? null
  }
  const scheduleChange = useJitteredCallback(() => void reload().catch(console.warn), MAX_JITTER_MS)
  useChannel({
    channel: 'live',
    snapshot: data?.pages[0]?.snapshot,
    onMessage: ({ type }) => {
      if (type === 'live_changed') scheduleChange()
      return undefined
    },
    reload,
  })
}
