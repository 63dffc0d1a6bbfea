import './types.ts'
import { Direction } from 'radix-ui'
import { createContext, useContext, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { Messages } from 'use-intl'
import { IntlProvider } from 'use-intl/react'
import { readStored, writeStored } from '../lib/stored.ts'
import { formats } from './formats.ts'
import { chooseLanguage, directionOf, LANGUAGE_KEY, languages, loadMessages } from './languages.ts'

/** A language with its loaded messages. */
export interface Speech {
  language: string
  messages: Messages
}

interface Language {
  language: string
  /** Loads the catalogue, then switches; rejects, and changes nothing, when it cannot be fetched. */
  setLanguage: (language: string) => Promise<void>
}

/** Dates are shown where the visitor is. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

const LanguageContext = createContext<Language | null>(null)

/** Loads what the visitor reads: the saved language, else the browser's, else English. */
export async function loadSpeech(): Promise<Speech> {
  const language = chooseLanguage(languages, readStored(LANGUAGE_KEY), navigator.languages)
  return { language, messages: await loadMessages(language) }
}

/** Gives everything below it messages, formats and the direction, and keeps `lang` and `dir` on `<html>`. */
export function I18nProvider({ initial, children }: { initial: Speech; children: ReactNode }) {
  const [speech, setSpeech] = useState(initial)
  const direction = directionOf(speech.language)

  useEffect(() => {
    document.documentElement.lang = speech.language
    document.documentElement.dir = direction
  }, [speech.language, direction])

  const setLanguage = async (language: string) => {
    const messages = await loadMessages(language)
    writeStored(LANGUAGE_KEY, language)
    setSpeech({ language, messages })
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
