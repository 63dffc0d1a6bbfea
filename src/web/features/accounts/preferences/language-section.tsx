import { useTranslations } from 'use-intl/react'
import { BIO_LANGUAGES } from '#shared/accounts/heritage.ts'
import type { Preferences } from '#shared/accounts/preferences.ts'
import { refetchCurrentUser } from '#web/api/current-user.ts'
import { languages } from '#web/i18n/fetch-texts.ts'
import { chooseLanguage, LANGUAGE_KEY } from '#web/i18n/languages.ts'
import { useLanguage } from '#web/i18n/provider.tsx'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useLanguageName } from '#web/i18n/language-name.ts'
import { writeStorage } from '#web/lib/storage/browser-storage.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { StoredPreferences } from './stored-preferences.tsx'
import { Section } from './section.tsx'
import { useChooseLanguage } from './use-preferences.ts'

type Language = Preferences['language']

/** The language of the interface, which also selects the shown version of bios. */
export function LanguageSection() {
  const t = useTranslations('preferences')
  return (
    <Section title={t('language')} text={t('languageText')}>
      <StoredPreferences>{({ language }) => <LanguageField language={language} />}</StoredPreferences>
    </Section>
  )
}

function LanguageField({ language }: { language: Language }) {
  const t = useTranslations('preferences')
  const languageName = useLanguageName()
  const applyLanguage = useApplyLanguage()
  const choose = useChooseLanguage((code) => void applyLanguage(code))
  const namedLanguages = offeredLanguages(language).map((code) => ({ code, name: languageName(code) }))
  const hasCatalogue = language === null || languages.includes(language)
  return (
    <Field
      label={t('languageLabel')}
      hint={hasCatalogue ? undefined : t('languageWithoutTexts', { language: languageName(language) })}
    >
      <Select
        value={language ?? ''}
        onChange={({ target }) => choose(BIO_LANGUAGES.find((code) => code === target.value) ?? null)}
      >
        <option value="">{t('languageOfBrowser')}</option>
        {namedLanguages
          .toSorted((first, second) => first.name.localeCompare(second.name))
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </Select>
    </Field>
  )
}

/** Languages with a message catalogue, and the stored one, so that an earlier choice stays selectable. */
function offeredLanguages(current: Language) {
  return BIO_LANGUAGES.filter((code) => languages.includes(code) || code === current)
}

/** Applies a language to the interface where a catalogue exists; other code reads it from the current user's record. */
function useApplyLanguage(): (language: Language) => Promise<void> {
  const errorText = useErrorText()
  const { setLanguage } = useLanguage()
  return async (language) => {
    try {
      await setLanguage(chooseLanguage(languages, language, navigator.languages))
      writeStorage(LANGUAGE_KEY, language)
    } catch (error) {
      toast({ variant: 'destructive', title: errorText(error) })
    }
    await refetchCurrentUser()
  }
}
