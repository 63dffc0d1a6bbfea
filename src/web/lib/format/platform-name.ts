import { useTranslations } from 'use-intl/react'
import type { SocialLink } from '#shared/social-links.ts'

/** Gives a function that names the places where members are found elsewhere. */
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
