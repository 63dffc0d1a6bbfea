import { useQuery } from '@tanstack/react-query'
import {
  type MediaItem,
  type MediaKind,
  checkStorage,
  deleteMedia,
  getMedia,
  getStorageReport,
  listMedia,
  updateMedia,
} from '#shared/operations/admin-media.ts'
import { call, callList } from '#web/api/call.ts'
import { getId } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'
import { type MutationCallbacks, useReloadingMutation } from '#web/api/use-reloading-mutation.ts'

const KEY = ['admin', 'media']
const REPORT_KEY = [...KEY, 'storage']
/** Interval of loading the report again while it is shown: a check may be running. */
const RELOAD_MS = 10_000

export type MediaCallQuery = { kind?: MediaKind; userId?: string; search?: string }

/** The media that matches, the newest first. */
export function useMediaList(query: MediaCallQuery) {
  return usePages({
    key: [...KEY, 'list', query],
    load: (cursor) => callList(listMedia, { query: { ...query, cursor } }),
    idOf: getId,
    staleMs: 0,
  })
}

export function useMediaDetails(id: string) {
  return useQuery({
    queryKey: [...KEY, 'details', id],
    queryFn: () => call(getMedia, { params: { id } }),
    staleTime: 0,
  })
}

type Notes = { tags: string[]; description: string | null }

export function useUpdateMedia({ id }: MediaItem, callbacks: MutationCallbacks) {
  return useReloadingMutation({
    send: (body: Notes) => call(updateMedia, { params: { id }, body }),
    invalidates: KEY,
    ...callbacks,
  })
}

/** Deletes an item. The caller loads the list again. */
export async function removeMedia({ id }: MediaItem): Promise<void> {
  await call(deleteMedia, { params: { id } })
}

export function useStorageReport() {
  return useQuery({
    queryKey: REPORT_KEY,
    queryFn: () => call(getStorageReport, {}),
    staleTime: 0,
    refetchInterval: RELOAD_MS,
  })
}

export function useCheckStorage(callbacks: MutationCallbacks<unknown, boolean>) {
  return useReloadingMutation({
    send: (clear: boolean) => call(checkStorage, { body: { clear } }),
    invalidates: REPORT_KEY,
    ...callbacks,
  })
}

/** Loads everything of the media library again. */
export function reload(): void {
  void queryClient.invalidateQueries({ queryKey: KEY })
}
