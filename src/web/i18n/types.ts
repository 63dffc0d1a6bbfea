import type { English } from '../locales/english.d.ts'
import type { formats } from './formats.ts'

// Types every key and every argument of `useTranslations` from the English catalogue.
declare module 'use-intl' {
  interface AppConfig {
    Messages: English
    Formats: typeof formats
  }
}
