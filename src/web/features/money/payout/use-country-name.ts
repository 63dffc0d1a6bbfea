import { useLanguage } from '#web/i18n/provider.tsx'

/** Returns the function that names a country (ISO 3166-1 alpha-2) in the language of the page. */
export function useCountryName(): (code: string) => string {
  const { language } = useLanguage()
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  return (code) => names.of(code) ?? code
}
