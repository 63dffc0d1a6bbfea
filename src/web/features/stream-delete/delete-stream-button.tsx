import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/streams.ts'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { Button } from '#web/ui/button.tsx'

type DeleteStreamButtonProps = {
  stream: Stream
  /** Called on success; navigates away before the page refetches the deleted stream. */
  onDeleted: () => void
}

/** The owner's 'Delete stream' button, except while the stream is live. Loads the dialog's code on the first press. */
export function DeleteStreamButton({ stream, onDeleted }: DeleteStreamButtonProps) {
  const t = useTranslations('streamDelete')
  const { Component: DeleteStream, isLoading, load } = useLazyComponent(loadDeleteStream)
  const [isOpen, setIsOpen] = useState(false)
  if (!stream.viewer.isOwner || stream.isLive) return null
  return (
    <>
      <Button aria-haspopup="dialog" pending={isLoading} onClick={() => void load().then(setIsOpen)}>
        <Trash2 aria-hidden />
        {t('delete')}
      </Button>
      {DeleteStream && isOpen && (
        <DeleteStream stream={stream} onClose={() => setIsOpen(false)} onDeleted={onDeleted} />
      )}
    </>
  )
}

const loadDeleteStream = async () => (await import('./delete-stream.tsx')).DeleteStream
