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
  const { open, isLoading, dialog } = useEditStream(stream)
  if (!stream.viewer.isOwner) return null
  return (
    <>
      <EditButton onClick={open} pending={isLoading} {...buttonProps} />
      {dialog}
    </>
  )
}

/** The form, for a page whose button changes its place with the layout: what has been entered stays. */
export function useEditStream(stream: Stream) {
  const { Component: EditStream, isLoading, load } = useLazyComponent(loadEditStream)
  const [isOpen, setIsOpen] = useState(false)
  return {
    open: () => void load().then(setIsOpen),
    isLoading,
    dialog: EditStream && <EditStream stream={stream} open={isOpen} onOpenChange={setIsOpen} />,
  }
}

export function EditButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  const t = useTranslations('streamEdit')
  return (
    <Button aria-haspopup="dialog" {...props}>
      <Pencil aria-hidden />
      {t('edit')}
    </Button>
  )
}

const loadEditStream = async () => (await import('./edit-stream.tsx')).EditStream
