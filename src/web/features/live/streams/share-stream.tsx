import { useTranslations } from 'use-intl/react'
import { frameHtml, frameSize, streamEmbedPath } from '#shared/discovery/embeds.ts'
import type { Stream } from '#shared/live/streams.ts'
import { displayName } from '#shared/accounts/users.ts'
import { ShareButton } from '#web/ui/overlays/share-button.tsx'

/** Shares the address of a stream's page. */
export function ShareStream({ stream }: { stream: Stream }) {
  const t = useTranslations('stream')
  return (
    <ShareButton
      title={t('share')}
      name={t('shareName', { title: stream.title, name: displayName(stream.streamer) })}
      address={`${location.origin}/stream/${stream.id}`}
      embedHtml={
        stream.settings.isPublic
          ? frameHtml({
              title: stream.title,
              src: location.origin + streamEmbedPath(stream.id),
              ...frameSize({ width: null, height: null }),
            })
          : undefined
      }
    />
  )
}
