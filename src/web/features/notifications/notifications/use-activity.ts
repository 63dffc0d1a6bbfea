import { useState } from 'react'
import { RETAINED_CHANGES_MS } from '#shared/constants.ts'
import type { Notification } from '#shared/notifications/notifications.ts'
import type { Cursor } from '#shared/socket.ts'
import { getId } from '#web/api/pages.ts'
import { usePages } from '#web/api/use-pages.ts'
import { useChannel } from '#web/realtime/use-channel.ts'
import { activityKey, updateActivity, loadActivity, loadedActivity, showNewest } from './activity.ts'

/**
 * The current user's notifications, the latest first. Loaded ones are updated in place; new ones are only counted
 * (`newCount`) until `show` is called, so that the list does not move while someone reads.
 */
export function useActivity(visitId: string) {
  const query = usePages({
    key: activityKey(visitId),
    load: loadActivity,
    idOf: getId,
    staleMs: Infinity,
  })
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())

  const show = async () => {
    await showNewest(visitId)
    setNewIds(new Set())
  }
  const announce = (items: readonly Notification[]) =>
    setNewIds((ids) => new Set([...ids, ...items.map(({ id }) => id)]))
  const merge = (items: readonly Notification[]) => {
    const loaded = loadedActivity(visitId)
    if (loaded?.length === 0 && items.length > 0) return void show().catch(() => announce(items))
    announce(newNotifications(items, loaded))
    updateActivity(visitId, (notification) => items.find(({ id }) => id === notification.id) ?? notification)
  }
  const remove = (ids: readonly string[]) => {
    setNewIds((current) => new Set([...current].filter((id) => !ids.includes(id))))
    updateActivity(visitId, (notification) => (ids.includes(notification.id) ? null : notification))
  }
  const checkForNew = async () => {
    const { items, snapshot } = await loadActivity()
    merge(items)
    return snapshot.cursor
  }

  useChannel({
    channel: 'notifications',
    snapshot: query.data?.pages[0]?.snapshot,
    // Also shows what was read or withdrawn on other pages.
    maxGapMs: RETAINED_CHANGES_MS,
    onMessage: (message): Cursor | undefined => {
      if (message.type === 'notifications_withdrawn') remove(message.ids)
      if (message.type !== 'notification') return undefined
      if (message.data) merge([message.data])
      else if (message.unreadCount === 0)
        updateActivity(visitId, (notification) => ({ ...notification, isRead: true }))
      // A withdrawn notification was restored, as by an unlike and another like.
      else if (hasMoreUnread(message.unreadCount, loadedActivity(visitId))) void checkForNew().catch(() => {})
      return message.data?.createdAt
    },
    reload: checkForNew,
  })
  useLiveUpdates(visitId)
  const loadedIds = new Set(query.items?.map(({ id }) => id))
  const newCount = query.items ? [...newIds].filter((id) => !loadedIds.has(id)).length : 0
  return { ...query, newCount, show }
}

/** Returns the unloaded notifications above a loaded one; those below are not new: they moved up after removals. */
function newNotifications(
  latest: readonly Notification[],
  loaded: readonly Notification[] = [],
): Notification[] {
  const loadedIds = new Set(loaded.map(({ id }) => id))
  const lastLoaded = latest.findLastIndex(({ id }) => loadedIds.has(id))
  return latest.filter(({ id }, index) => !loadedIds.has(id) && (lastLoaded === -1 || index < lastLoaded))
}

function hasMoreUnread(unreadCount: number, loaded: readonly Notification[] | undefined): boolean {
  return loaded !== undefined && unreadCount > loaded.filter(({ isRead }) => !isRead).length
}

/** Keeps the live state of the listed streams current. */
function useLiveUpdates(visitId: string): void {
  useChannel({
    channel: 'live',
    snapshot: null,
    onMessage: (message) => {
      if (message.type !== 'live_changed') return undefined
      const { isLive } = message.data
      updateActivity(visitId, (notification) =>
        notification.stream?.id === message.streamId
          ? { ...notification, stream: { ...notification.stream, isLive } }
          : notification,
      )
      return undefined
    },
    reload: () => Promise.resolve(null),
  })
}
