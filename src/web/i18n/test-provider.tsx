import type { ReactNode } from 'react'
import type { Messages } from 'use-intl'
import { I18nProvider } from './provider.tsx'

const files = import.meta.glob<Messages[keyof Messages]>('../locales/en/*.json', {
  import: 'default',
  eager: true,
})

/** Every text of the site, in English. */
// Boundary: the type is generated from these files.
export const english = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('../locales/en/'.length, -'.json'.length), texts]),
) as Messages

/** The provider of main.tsx with the English texts, for rendered tests. */
export function I18nTestProvider({ children }: { children: ReactNode }) {
  return <I18nProvider initial={{ language: 'en', messages: english }}>{children}</I18nProvider>
}
