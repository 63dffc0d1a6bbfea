import { useQuery } from '@tanstack/react-query'
import {
  type Announcement,
  countAnnouncementRecipients,
  listAnnouncements,
  sendAnnouncement,
} from '#shared/operations/announcements.ts'
import { call, callList } from '#web/api/call.ts'
import { getId } from '#web/api/pages.ts'
import { usePages } from '#web/api/use-pages.ts'
import { type MutationCallbacks, useReloadingMutation } from '#web/api/use-reloading-mutation.ts'

const KEY = ['admin', 'announcements']
const LIST_KEY = [...KEY, 'list']

/** Polling interval: the socket has no message about the progress (decision 39). */
const RELOAD_MS = 3000

/** The announcements, the newest first. */
export function useAnnouncements() {
  return usePages({
    key: LIST_KEY,
    load: (cursor) => callList(listAnnouncements, { query: { cursor } }),
    idOf: getId,
    staleMs: 0,
    reloadMs: RELOAD_MS,
  })
}

/** The number of members to whom an announcement goes; undefined while it is loading. */
export function useRecipientsCount(): number | undefined {
  return useQuery({
    queryKey: [...KEY, 'recipients'],
    queryFn: () => call(countAnnouncementRecipients, {}),
    staleTime: 0,
  }).data?.count
}

type NewAnnouncement = { title: string; text: string; link: string | null; idempotencyKey: string }

export function useSendAnnouncement(callbacks: MutationCallbacks<Announcement>) {
  return useReloadingMutation({
    send: (body: NewAnnouncement) => call(sendAnnouncement, { body }),
    invalidates: LIST_KEY,
    ...callbacks,
  })
}
