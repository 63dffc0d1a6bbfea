import './types.ts'
import { Direction } from 'radix-ui'
import { createContext, useContext, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl/react'
import { writeStorage } from '#web/lib/storage/browser-storage.ts'
import { formats } from './formats.ts'
import { directionOf, LANGUAGE_KEY } from './languages.ts'
import { changeLanguage, type Speech } from './texts.ts'

type Language = {
  language: string
  /** Loads the texts, then switches; rejects, and changes nothing, when it cannot be fetched. */
  setLanguage: (language: string) => Promise<void>
}

/** Dates are shown where the visitor is. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

const LanguageContext = createContext<Language | null>(null)

/** Gives everything below it messages, formats and the direction, and keeps `lang` and `dir` on `<html>`. */
export function I18nProvider({ initial, children }: { initial: Speech; children: ReactNode }) {
  const [speech, setSpeech] = useState(initial)
  const direction = directionOf(speech.language)

  useEffect(() => {
    document.documentElement.lang = speech.language
    document.documentElement.dir = direction
  }, [speech.language, direction])

  const setLanguage = async (language: string) => {
    const changed = await changeLanguage(language)
    writeStorage(LANGUAGE_KEY, language)
    setSpeech(changed)
  }

  return (
    <LanguageContext value={{ language: speech.language, setLanguage }}>
      <Direction.Provider dir={direction}>
        <IntlProvider
          locale={speech.language}
          messages={speech.messages}
          formats={formats}
          timeZone={timeZone}
        >
          {children}
        </IntlProvider>
      </Direction.Provider>
    </LanguageContext>
  )
}

/** The language in use, and how to change it. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('useLanguage needs I18nProvider above it')
  return language
}
