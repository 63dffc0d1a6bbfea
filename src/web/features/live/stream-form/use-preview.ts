import { useEffect, useState } from 'react'
import { previewThumbnail } from '#shared/media/thumbnails.ts'
import { ApiError } from '#web/api/api-error.ts'

/** Delay after the last change of the URL before it is requested. */
const DEBOUNCE_MS = 600

type Preview =
  | { state: 'empty' }
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  /** `imageUrl` is an object URL. */
  | { state: 'ready'; imageUrl: string }

type Result = { url: string; preview: Preview }

/** The thumbnail as the server would store it, or the reason why the server refuses it. */
export function usePreview(url: string): Preview {
  const [result, setResult] = useState<Result>({ url: '', preview: { state: 'empty' } })
  const isValidUrl = previewThumbnail.query.safeParse({ url }).success
  useEffect(() => {
    if (!isValidUrl) return
    const controller = new AbortController()
    let imageUrl: string | null = null
    const timer = setTimeout(() => {
      loadPreview(url, controller.signal).then(
        (blob) => {
          imageUrl = URL.createObjectURL(blob)
          setResult({ url, preview: { state: 'ready', imageUrl } })
        },
        (error: unknown) => {
          if (!controller.signal.aborted) setResult({ url, preview: { state: 'failed', error } })
        },
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
      if (imageUrl) URL.revokeObjectURL(imageUrl)
    }
  }, [url, isValidUrl])
  if (!isValidUrl) return { state: 'empty' }
  return result.url === url ? result.preview : { state: 'loading' }
}

async function loadPreview(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(`${previewThumbnail.path}?${new URLSearchParams({ url })}`, { signal })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return response.blob()
}
