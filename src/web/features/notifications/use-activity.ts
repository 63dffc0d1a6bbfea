import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Notification } from '#shared/notifications.ts'
import { socket } from '#web/realtime/socket.ts'
import {
  activityKey,
  changeActivity,
  loadActivity,
  loadedActivity,
  notificationsOf,
  showNewest,
} from './activity.ts'
import { useInbox } from './use-inbox.ts'

/**
 * A member's notifications, the latest first. What is loaded changes in its place; what is new waits (`newCount`)
 * until it is asked for, so that nothing moves under who reads.
 */
export function useActivity(visit: string) {
  const query = useInfiniteQuery({
    queryKey: activityKey(visit),
    queryFn: ({ pageParam }: { pageParam: string | undefined }) => loadActivity(pageParam),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
  })
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())
  const [wasLoaded] = useState(query.data !== undefined)

  const show = async () => {
    await showNewest(visit)
    setWaiting(new Set())
  }
  const wait = (items: readonly Notification[]) =>
    setWaiting((ids) => new Set([...ids, ...items.map(({ id }) => id)]))
  const take = (items: readonly Notification[]) => {
    const known = loadedActivity(visit)
    if (known?.size === 0 && items.length > 0) return void show().catch(() => wait(items))
    wait(newOf(items, known))
    changeActivity(visit, (one) => items.find(({ id }) => id === one.id) ?? one)
  }
  const look = async () => take((await loadActivity()).items)

  useInbox(true, {
    onMessage: ({ data, unreadCount }) => {
      if (data) take([data])
      else if (unreadCount === 0) changeActivity(visit, (one) => ({ ...one, isRead: true }))
    },
    onConnected: (isFirst) => {
      if (!isFirst || wasLoaded) void look().catch(() => {})
    },
  })
  useLiveMarks(visit)
  const notifications = query.data && notificationsOf(query.data)
  const shown = new Set(notifications?.map(({ id }) => id))
  const newCount = notifications ? [...waiting].filter((id) => !shown.has(id)).length : 0
  return { ...query, notifications, newCount, show }
}

/** Of the latest ones, what is not loaded: what has moved up from below because others are gone is not new. */
function newOf(latest: readonly Notification[], known: ReadonlySet<string> = new Set()): Notification[] {
  const lowest = latest.findLastIndex(({ id }) => known.has(id))
  return latest.filter(({ id }, index) => !known.has(id) && (lowest === -1 || index < lowest))
}

/** Who is live now may not be any more while one reads of it. */
function useLiveMarks(visit: string): void {
  useEffect(() => {
    const ends = [
      socket.hold(),
      socket.onConnected(() => socket.send({ type: 'subscribe_live' })),
      socket.onMessage((message) => {
        if (message.type !== 'live_changed') return
        const { isLive } = message.data
        changeActivity(visit, (one) =>
          one.stream?.id === message.streamId ? { ...one, stream: { ...one.stream, isLive } } : one,
        )
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [visit])
}
