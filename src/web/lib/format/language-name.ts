import { useTranslations } from 'use-intl/react'
import { useLanguage } from '#web/i18n/provider.tsx'

/** Gives a function that names a language, by its BCP 47 code, in the language of the page. */
export function useLanguageName(): (code: string) => string {
  const t = useTranslations('languages')
  const { language } = useLanguage()
  const names = new Intl.DisplayNames([language, 'en'], { type: 'language' })
  // The lists that browsers bring call it a creole English.
  return (code) => (code === 'jam' ? t('patois') : (names.of(code) ?? code))
}
