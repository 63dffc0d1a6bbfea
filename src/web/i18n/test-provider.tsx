import type { ReactNode } from 'react'
import english from '../locales/en.json'
import { I18nProvider } from './provider.tsx'

/** For rendered tests: what main.tsx puts around every page, with the English catalogue. */
export function I18nTestProvider({ children }: { children: ReactNode }) {
  return <I18nProvider initial={{ language: 'en', messages: english }}>{children}</I18nProvider>
}
