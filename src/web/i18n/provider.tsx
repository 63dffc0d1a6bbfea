import './types.ts'
import { Direction } from 'radix-ui'
import { createContext, useContext, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl/react'
import { writeStorage } from '#web/lib/storage/browser-storage.ts'
import { formats } from './formats.ts'
import { directionOf, LANGUAGE_KEY } from './languages.ts'
import { changeLanguage, type LoadedLanguage } from './texts.ts'

type Language = {
  language: string
  /** Loads the texts, then switches; rejects and changes nothing if they cannot be fetched. */
  setLanguage: (language: string) => Promise<void>
}

/** Dates are shown in the visitor's time zone. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

const LanguageContext = createContext<Language | null>(null)

/** Provides messages, formats and text direction, and sets `lang` and `dir` on `<html>`. */
export function I18nProvider({ initial, children }: { initial: LoadedLanguage; children: ReactNode }) {
  const [loaded, setLoaded] = useState(initial)
  const direction = directionOf(loaded.language)

  // Before the paint: an effect after it would show a frame in the direction of the last language.
  useLayoutEffect(() => {
    document.documentElement.lang = loaded.language
    document.documentElement.dir = direction
  }, [loaded.language, direction])

  const setLanguage = async (language: string) => {
    const changed = await changeLanguage(language)
    writeStorage(LANGUAGE_KEY, language)
    setLoaded(changed)
  }

  return (
    <LanguageContext value={{ language: loaded.language, setLanguage }}>
      <Direction.Provider dir={direction}>
        <IntlProvider
          locale={loaded.language}
          messages={loaded.messages}
          formats={formats}
          timeZone={timeZone}
        >
          {children}
        </IntlProvider>
      </Direction.Provider>
    </LanguageContext>
  )
}

/** Returns the current language and its setter. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('useLanguage needs I18nProvider above it')
  return language
}
