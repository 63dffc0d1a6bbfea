import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { videoUploads } from './video-uploads.ts'

/** Shows the running video uploads on every page; mounted once, for signed-in users. Loads its code with the first one. */
export function UploadHost() {
  const hasUploads = useSyncExternalStore(videoUploads.subscribe, () => videoUploads.get().uploads.length > 0)
  const { Component: UploadTray, load } = useLazyComponent(loadUploadTray)
  const fetchCode = useEffectEvent(() => void (!UploadTray && load()))
  useEffect(() => {
    if (hasUploads) fetchCode()
  }, [hasUploads])
  return UploadTray && <UploadTray />
}

const loadUploadTray = async () => (await import('./upload-tray.tsx')).UploadTray
