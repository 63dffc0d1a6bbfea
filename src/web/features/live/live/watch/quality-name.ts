import { useTranslations } from 'use-intl/react'
import type { Quality } from '#shared/live/live.ts'

export type ShownLayer = 'high' | 'low' | 'audio'

/** The name of the chosen quality, with the received layer where it differs: 'Auto · lower'. */
export function useQualityName(quality: Quality, shown: ShownLayer): string {
  const t = useTranslations('player')
  if (quality === 'audio') return t('audioOnly')
  if (quality === 'low') return t('lower')
  if (shown === 'high') return t('auto')
  return t(shown === 'low' ? 'autoLower' : 'autoAudio')
}
