import type english from '../locales/en.json'
import type { formats } from './formats.ts'

// Types every key and every argument of `useTranslations` from the English catalogue.
declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof english
    Formats: typeof formats
  }
}
