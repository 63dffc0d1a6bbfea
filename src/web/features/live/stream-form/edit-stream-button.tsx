import { Pencil } from '#web/ui/icons/pencil.tsx'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { Button } from '#web/ui/button.tsx'

type EditStreamButtonProps = { stream: Stream } & Pick<
  ComponentProps<typeof Button>,
  'variant' | 'size' | 'className'
>

/** The owner's 'Edit stream' button, also while the stream is live. Loads the form's code on the first press. */
export function EditStreamButton({ stream, ...buttonProps }: EditStreamButtonProps) {
  const t = useTranslations('streamEdit')
  const { Component: EditStream, isLoading, load } = useLazyComponent(loadEditStream)
  const [isOpen, setIsOpen] = useState(false)
  if (!stream.viewer.isOwner) return null
  return (
    <>
      <Button
        aria-haspopup="dialog"
        pending={isLoading}
        onClick={() => void load().then(setIsOpen)}
        {...buttonProps}
      >
        <Pencil aria-hidden />
        {t('edit')}
      </Button>
      {EditStream && <EditStream stream={stream} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  )
}

const loadEditStream = async () => (await import('./edit-stream.tsx')).EditStream
