import { Ellipsis } from '#web/ui/icons/ellipsis.tsx'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type StreamMenuButtonProps = {
  stream: Stream
  /** Called on success; navigates away before the page refetches the deleted stream. */
  onDeleted: () => void
}

/** The owner's menu with 'Delete stream', except while the stream is live. Loads its code on the first press. */
export function StreamMenuButton({ stream, onDeleted }: StreamMenuButtonProps) {
  const t = useTranslations('streamDelete')
  const { Component: StreamMenu, isLoading, load } = useLazyComponent(loadStreamMenu)
  if (!stream.viewer.isOwner || stream.isLive) return null
  const buttonProps = {
    label: t('more'),
    'aria-haspopup': 'menu',
    children: <Ellipsis aria-hidden />,
  } as const
  if (StreamMenu)
    return <StreamMenu stream={stream} trigger={<IconButton {...buttonProps} />} onDeleted={onDeleted} />
  return (
    <IconButton {...buttonProps} aria-expanded={false} aria-busy={isLoading} onClick={() => void load()} />
  )
}

const loadStreamMenu = async () => (await import('./stream-menu.tsx')).StreamMenu
