import { useTranslations } from 'use-intl/react'
import { useLanguage } from '#web/i18n/provider.tsx'

/** Returns a function that formats a BCP 47 code as a language name in the language of the page. */
export function useLanguageName(): (code: string) => string {
  const t = useTranslations('languages')
  const { language } = useLanguage()
  const names = new Intl.DisplayNames([language, 'en'], { type: 'language' })
  // The browsers' locale data calls it a creole English.
  return (code) => (code === 'jam' ? t('patois') : (names.of(code) ?? code))
}
