import { useTranslations } from 'use-intl/react'
import type { SocialLink } from '#shared/community/social-links.ts'

/** Returns a function that formats the name of a social link's platform. */
export function usePlatformName(): (platform: SocialLink['platform']) => string {
  const t = useTranslations('platforms')
  const names = {
    website: t('website'),
    twitter: t('twitter'),
    instagram: t('instagram'),
    youtube: t('youtube'),
    tiktok: t('tiktok'),
    facebook: t('facebook'),
    linkedin: t('linkedin'),
    other: t('other'),
  }
  return (platform) => names[platform]
}
