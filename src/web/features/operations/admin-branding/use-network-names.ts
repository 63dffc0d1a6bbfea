import { useTranslations } from 'use-intl/react'
import type { Network } from '#shared/settings/public-settings.ts'

/** Returns the names of the networks by the keys of their settings. */
export function useNetworkNames(): Record<`social.${Network}`, string> {
  const t = useTranslations('shell')
  return {
    'social.facebook': t('facebook'),
    'social.twitter': t('twitter'),
    'social.instagram': t('instagram'),
    'social.linkedin': t('linkedin'),
    'social.tiktok': t('tiktok'),
    'social.youtube': t('youtube'),
    'social.spotify': t('spotify'),
    'social.appleMusic': t('appleMusic'),
    'social.twitch': t('twitch'),
  }
}
