import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { changeLogo, deleteSetting, listSettings, saveSetting } from '#shared/operations/admin-settings.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type RunningUpload, startUpload } from '#web/features/media/shared/uploads/upload.ts'
import { type BrandingKey, type BrandingValues, isBrandingKey } from './branding-keys.ts'

const KEY = ['admin', 'settings', 'branding']

export type Branding = { values: BrandingValues; defaults: BrandingValues; logoUrl: string }

/** The stored branding. */
export function useBranding() {
  return useQuery({
    queryKey: KEY,
    queryFn: async (): Promise<Branding> => {
      const settings = await call(listSettings, {})
      const entries = settings.filter(({ key }) => isBrandingKey(key))
      const pick = (of: (setting: (typeof settings)[number]) => string) =>
        // Boundary: the list has every known setting.
        Object.fromEntries(entries.map((setting) => [setting.key, of(setting)])) as BrandingValues
      return {
        values: pick(({ value }) => value),
        defaults: pick(({ defaultValue }) => defaultValue ?? ''),
        logoUrl: settings.find(({ key }) => key === 'general.logoUrl')?.value ?? '',
      }
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/** A setting that could not be saved, with the reason. */
export class BrandingError extends Error {
  readonly key: BrandingKey

  constructor(key: BrandingKey, cause: unknown) {
    super(`${key} was not saved`, { cause })
    this.key = key
  }
}

/** Saves the settings one after the other; an empty one goes back to its default. The first that fails ends it. */
export function useSaveBranding({ onDone }: { onDone: () => void }) {
  return useMutation({
    mutationFn: async (changes: Partial<BrandingValues>) => {
      for (const [key, value] of Object.entries(changes).filter((entry) => isBrandingKey(entry[0])))
        await saveOne(key, value).catch((error: unknown) => {
          throw isBrandingKey(key) && error instanceof ApiError ? new BrandingError(key, error) : error
        })
    },
    onSuccess: onDone,
    onSettled: reload,
  })
}

async function saveOne(key: string, value: string): Promise<void> {
  await (value.trim() === ''
    ? call(deleteSetting, { params: { key } })
    : call(saveSetting, { body: { key, value } }))
}

/** Uploads a logo and shows it on the site; null goes back to the product's. Leaving the page cancels the upload. */
export function useChangeLogo({ onDone }: { onDone: () => void }) {
  const running = useRef<RunningUpload | null>(null)
  useEffect(() => () => void running.current?.cancel(), [])
  return useMutation({
    mutationFn: async (file: File | null) => {
      running.current = file && startUpload(file, { purpose: 'logo' })
      const url = running.current ? (await running.current.done).url : null
      return call(changeLogo, { body: { url } })
    },
    onSuccess: onDone,
    onSettled: reload,
  })
}

function reload(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['admin', 'settings'] })
}
