import { useTranslations } from 'use-intl/react'
import type { Quality } from '#shared/live.ts'

export type Shown = 'high' | 'low' | 'audio'

/** What a viewer chose, and what comes where that is not the same: 'Auto · lower'. */
export function useQualityName(quality: Quality, shown: Shown): string {
  const t = useTranslations('player')
  if (quality === 'audio') return t('audioOnly')
  if (quality === 'low') return t('lower')
  if (shown === 'high') return t('auto')
  return t(shown === 'low' ? 'autoLower' : 'autoAudio')
}
