import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { displayName } from '#shared/accounts/users.ts'
import { formatDuration } from '#web/lib/format/duration.ts'
import { embedHtmlOf } from '#web/features/videos/shared/videos/embed-html.ts'
import { ShareButton } from '#web/ui/overlays/share-button.tsx'
import type { VideoSession } from './session/video-session.ts'

/** Shares the address of a video, on request with the second that was shown when the sheet was opened. */
export function ShareVideo({
  session,
  isOnVideo,
}: {
  session: VideoSession
  isOnVideo?: boolean | undefined
}) {
  const t = useTranslations('videoPlayer')
  const [second, setSecond] = useState(0)
  const [isWithTime, setIsWithTime] = useState(false)
  const { id, title, creator } = session.video
  const time = isWithTime && second > 0 ? `?t=${second}` : ''
  return (
    <ShareButton
      isOnVideo={isOnVideo}
      title={t('share')}
      name={t('shareName', { title, name: displayName(creator) })}
      address={`${location.origin}/video/${id}${time}`}
      embedHtml={embedHtmlOf(session.video)}
      onOpen={() => setSecond(Math.floor(session.state.get().time))}
    >
      {second > 0 && (
        <label className="flex min-h-(--tap) items-center gap-3">
          <input
            type="checkbox"
            checked={isWithTime}
            onChange={(event) => setIsWithTime(event.target.checked)}
            className="size-5 accent-link"
          />
          {t('startAt', { time: formatDuration(second) })}
        </label>
      )}
    </ShareButton>
  )
}
