import { useTranslations } from 'use-intl/react'
import type { ShortcutRows } from '#web/features/media/shared/playback/shortcuts-dialog.tsx'

/** The keys of the player, for their list. */
export function useShortcutRows(): ShortcutRows {
  const t = useTranslations('videoPlayer')
  const common = useTranslations('playback')
  return [
    [t('keyPlay'), ['K', 'Space']],
    [t('keySeek10'), ['J', 'L']],
    [t('keySeek5'), ['←', '→']],
    [common('keyVolume'), ['↑', '↓']],
    [t('keyNumber'), ['0 – 9']],
    [t('keyStartEnd'), ['Home', 'End']],
    [common('keyMute'), ['M']],
    [common('keyFullscreen'), ['F']],
    [common('keyTheatre'), ['T']],
    [t('keyMini'), ['I']],
    [t('keyCaptions'), ['C']],
    [t('keySpeed'), ['<', '>']],
    [t('keyFrame'), [',', '.']],
    [common('keyHelp'), ['?']],
  ]
}
