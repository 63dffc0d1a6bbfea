import { useEffect, useState } from 'react'
import { previewThumbnail } from '#shared/thumbnails.ts'
import { ApiError } from '#web/api/api-error.ts'

/** Typing rests this long before the picture is asked for, in ms. */
const REST_MS = 600

type Preview =
  | { state: 'empty' }
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  /** `picture` is an address within this page. */
  | { state: 'ready'; picture: string }

type Result = { url: string; preview: Preview }

/** The picture at an address, as the server would keep it; what it refuses comes with its reason. */
export function usePreview(url: string): Preview {
  const [result, setResult] = useState<Result>({ url: '', preview: { state: 'empty' } })
  const isAddress = previewThumbnail.query.safeParse({ url }).success
  useEffect(() => {
    if (!isAddress) return
    const end = new AbortController()
    let picture: string | null = null
    const timer = setTimeout(() => {
      loadPreview(url, end.signal).then(
        (bytes) => {
          picture = URL.createObjectURL(bytes)
          setResult({ url, preview: { state: 'ready', picture } })
        },
        (error: unknown) => {
          if (!end.signal.aborted) setResult({ url, preview: { state: 'failed', error } })
        },
      )
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      end.abort()
      if (picture) URL.revokeObjectURL(picture)
    }
  }, [url, isAddress])
  if (!isAddress) return { state: 'empty' }
  return result.url === url ? result.preview : { state: 'loading' }
}

async function loadPreview(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(`${previewThumbnail.path}?${new URLSearchParams({ url })}`, { signal })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return response.blob()
}
