import { useState } from 'react'
import type { Notification } from '#shared/notifications.ts'
import { idOfRecord } from '#web/api/pages.ts'
import { usePages } from '#web/api/use-pages.ts'
import { socket } from '#web/realtime/socket.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import { activityKey, changeActivity, loadActivity, loadedActivity, showNewest } from './activity.ts'
import { useInbox } from './use-inbox.ts'

/**
 * A member's notifications, the latest first. What is loaded changes in its place; what is new waits (`newCount`)
 * until it is asked for, so that nothing moves under who reads.
 */
export function useActivity(visit: string) {
  const query = usePages({
    key: activityKey(visit),
    load: loadActivity,
    idOf: idOfRecord,
    freshMs: Infinity,
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
  const drop = (ids: readonly string[]) => {
    setWaiting((known) => new Set([...known].filter((id) => !ids.includes(id))))
    changeActivity(visit, (one) => (ids.includes(one.id) ? null : one))
  }
  const look = async () => take((await loadActivity()).items)

  useInbox(true, {
    onMessage: (message) => {
      if (message.type === 'notifications_withdrawn') drop(message.ids)
      else if (message.data) take([message.data])
      else if (message.unreadCount === 0) changeActivity(visit, (one) => ({ ...one, isRead: true }))
    },
    onConnected: (isFirst) => {
      if (!isFirst || wasLoaded) void look().catch(() => {})
    },
  })
  useLiveMarks(visit)
  const shown = new Set(query.items?.map(({ id }) => id))
  const newCount = query.items ? [...waiting].filter((id) => !shown.has(id)).length : 0
  return { ...query, newCount, show }
}

/** Of the latest ones, what is not loaded: what has moved up from below because others are gone is not new. */
function newOf(latest: readonly Notification[], known: ReadonlySet<string> = new Set()): Notification[] {
  const lowest = latest.findLastIndex(({ id }) => known.has(id))
  return latest.filter(({ id }, index) => !known.has(id) && (lowest === -1 || index < lowest))
}

/** Who is live now may not be any more while one reads of it. */
function useLiveMarks(visit: string): void {
  useSocketMessages(visit, {
    onConnected: () => socket.send({ type: 'subscribe_live' }),
    onMessage: (message) => {
      if (message.type !== 'live_changed') return
      const { isLive } = message.data
      changeActivity(visit, (one) =>
        one.stream?.id === message.streamId ? { ...one, stream: { ...one.stream, isLive } } : one,
      )
    },
  })
}
