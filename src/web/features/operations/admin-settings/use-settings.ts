import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type SettingInput,
  deleteSetting,
  listSettings,
  saveSetting,
} from '#shared/operations/admin-settings.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'

const KEY = ['admin', 'settings']

/** All settings: there are few enough to be filtered on the page. */
export function useSettings() {
  return useQuery({ queryKey: KEY, queryFn: () => call(listSettings, { query: {} }), staleTime: 0 })
}

type Callbacks = { onDone: () => void; onFailed: (error: unknown) => void }

/** Creates or changes a setting; pending until the list has been loaded again. */
export function useSaveSetting({ onDone, onFailed }: Callbacks) {
  return useMutation({
    mutationFn: (input: SettingInput) => call(saveSetting, { body: input }),
    onSuccess: async () => {
      await reload()
      onDone()
    },
    onError: onFailed,
  })
}

/** Resets a known setting to its default, or deletes a custom one; pending until the list has been loaded again. */
export function useDeleteSetting(key: string, { onDone, onFailed }: Callbacks) {
  return useMutation({
    mutationFn: () => call(deleteSetting, { params: { key } }),
    onSuccess: async () => {
      await reload()
      onDone()
    },
    onError: onFailed,
  })
}

function reload(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: KEY })
}
