import { useTranslations } from 'use-intl/react'
import { BIO_LANGUAGES } from '#shared/heritage.ts'
import type { Preferences } from '#shared/preferences.ts'
import { refetchCurrentUser } from '#web/api/current-user.ts'
import { languages } from '#web/i18n/fetch-texts.ts'
import { chooseLanguage, LANGUAGE_KEY } from '#web/i18n/languages.ts'
import { useLanguage } from '#web/i18n/provider.tsx'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { useLanguageName } from '#web/lib/format/language-name.ts'
import { writeStorage } from '#web/lib/storage/browser-storage.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { StoredPreferences } from './stored-preferences.tsx'
import { Section } from './section.tsx'
import { useChooseLanguage } from './use-preferences.ts'

type Language = Preferences['language']

/** In which language the site speaks, and which of a member's texts about itself are shown. */
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
  const nameOf = useLanguageName()
  const speak = useSpeak()
  const choose = useChooseLanguage((kept) => void speak(kept))
  const named = offeredLanguages(language).map((code) => ({ code, name: nameOf(code) }))
  const hasTexts = language === null || languages.includes(language)
  return (
    <Field
      label={t('languageLabel')}
      hint={hasTexts ? undefined : t('languageWithoutTexts', { language: nameOf(language) })}
    >
      <Select
        value={language ?? ''}
        onChange={({ target }) => choose(BIO_LANGUAGES.find((code) => code === target.value) ?? null)}
      >
        <option value="">{t('languageOfBrowser')}</option>
        {named
          .toSorted((one, other) => one.name.localeCompare(other.name))
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </Select>
    </Field>
  )
}

/** The languages that have a catalogue, and the one that is stored: an earlier choice stays valid and visible. */
function offeredLanguages(stored: Language) {
  return BIO_LANGUAGES.filter((code) => languages.includes(code) || code === stored)
}

/** The interface follows where there are texts in the language; everything else knows it from the member's record. */
function useSpeak(): (language: Language) => Promise<void> {
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
