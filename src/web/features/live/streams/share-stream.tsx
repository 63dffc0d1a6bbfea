import { useTranslations } from 'use-intl/react'
import { frameHtml, frameSize, streamEmbedPath } from '#shared/discovery/embeds.ts'
import type { Stream } from '#shared/live/streams.ts'
import { displayName } from '#shared/accounts/users.ts'
import { ShareButton } from '#web/ui/overlays/share-button.tsx'

/** Shares the address of a stream's page. */
export function ShareStream({ stream, isOnVideo }: { stream: Stream; isOnVideo?: boolean | undefined }) {
  const t = useTranslations('stream')
  return (
    <ShareButton
      isOnVideo={isOnVideo}
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
