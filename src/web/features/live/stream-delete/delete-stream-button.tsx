import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { Button } from '#web/ui/button.tsx'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'

type DeleteStreamButtonProps = {
  stream: Stream
  /** Called on success; navigates away before the page refetches the deleted stream. */
  onDeleted: () => void
}

/** `StreamMenuButton` as a button, for a sheet: the owner's, unless the stream is live. */
export function DeleteStreamButton({ stream, onDeleted }: DeleteStreamButtonProps) {
  const t = useTranslations('streamDelete')
  const { Component: DeleteStream, isLoading, load } = useLazyComponent(loadDeleteStream)
  const [isConfirming, setIsConfirming] = useState(false)
  if (!stream.viewer.isOwner || stream.isLive) return null
  return (
    <>
      <Button aria-haspopup="dialog" pending={isLoading} onClick={() => void load().then(setIsConfirming)}>
        <Trash2 aria-hidden />
        {t('delete')}
      </Button>
      {DeleteStream && isConfirming && (
        <DeleteStream stream={stream} onClose={() => setIsConfirming(false)} onDeleted={onDeleted} />
      )}
    </>
  )
}

const loadDeleteStream = async () => (await import('./delete-stream.tsx')).DeleteStream
