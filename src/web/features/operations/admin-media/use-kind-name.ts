import { useTranslations } from 'use-intl/react'
import type { MediaKind } from '#shared/operations/admin-media.ts'

/** Returns a function that names a kind of media. */
export function useKindName(): (kind: MediaKind) => string {
  const t = useTranslations('adminMedia')
  const names: Record<MediaKind, string> = {
    post: t('postKind'),
    avatar: t('avatarKind'),
    emoji: t('emojiKind'),
    logo: t('logoKind'),
    video: t('videoKind'),
    stream: t('streamKind'),
    unused: t('unusedKind'),
  }
  return (kind) => names[kind]
}
