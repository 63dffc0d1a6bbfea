import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { useLanguageName } from '#web/i18n/language-name.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { DropdownMenu, DropdownMenuRadio, DropdownMenuSeparator } from '#web/ui/overlays/dropdown-menu.tsx'
import { SPEEDS } from './session/player-state.ts'
import { qualityChoices } from './session/quality.ts'
import { usePlayerState } from './session/use-video-session.ts'
import type { VideoSession } from './session/video-session.ts'

type MenuProps = { session: VideoSession; trigger: ReactNode; onOpenChange: (isOpen: boolean) => void }

/** Quality, with the data that a minute costs, and speed. */
export function SettingsMenu({ session, trigger, onOpenChange }: MenuProps) {
  const t = useTranslations('videoPlayer')
  const { speed } = usePlayerState(session, (state) => state)
  return (
    <DropdownMenu trigger={trigger} defaultOpen onOpenChange={onOpenChange}>
      <QualityChoices session={session} />
      <DropdownMenuRadio
        label={t('speed')}
        layout="row"
        value={String(speed)}
        onValueChange={(value) => session.setSpeed(Number(value))}
        options={SPEEDS.map((each) => ({
          value: String(each),
          label: t('times', { speed: each }),
        }))}
      />
    </DropdownMenu>
  )
}

function QualityChoices({ session }: { session: VideoSession }) {
  const t = useTranslations('videoPlayer')
  const formatSize = useFileSize()
  const { quality, shownHeight } = usePlayerState(session, (state) => state)
  const choices = qualityChoices(session.video)
  // A single file leaves nothing to choose.
  if (choices.length === 0) return null
  const options = choices.map(({ choice, bytesPerMinute }) => ({
    value: choice,
    label: (
      <span className="flex flex-1 items-baseline justify-between gap-4">
        {choice === 'audio' ? t('audioOnly') : t('height', { height: choice })}
        <span className="num text-meta text-ink-3">
          {t('perMinute', { size: formatSize(bytesPerMinute) })}
        </span>
      </span>
    ),
  }))
  const auto =
    quality === 'auto' && shownHeight > 0 ? t('autoHeight', { height: String(shownHeight) }) : t('auto')
  return (
    <>
      <DropdownMenuRadio
        label={t('quality')}
        value={quality}
        onValueChange={(choice) => session.setQuality(choice)}
        options={[{ value: 'auto' as const, label: auto }, ...options]}
      />
      <DropdownMenuSeparator />
    </>
  )
}

const OFF = 'off'

export function CaptionsMenu({ session, trigger, onOpenChange }: MenuProps) {
  const t = useTranslations('videoPlayer')
  const languageName = useLanguageName()
  const { captions } = usePlayerState(session, (state) => state)
  return (
    <DropdownMenu trigger={trigger} defaultOpen onOpenChange={onOpenChange}>
      <DropdownMenuRadio
        label={t('captions')}
        value={captions ?? OFF}
        onValueChange={(language) => session.setCaptions(language === OFF ? null : language)}
        options={[
          { value: OFF, label: t('captionsOff') },
          ...session.video.captions.map(({ language }) => ({
            value: language,
            label: languageName(language),
          })),
        ]}
      />
    </DropdownMenu>
  )
}
