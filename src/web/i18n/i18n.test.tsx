import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFormatter, useTranslations } from 'use-intl/react'
import { languages } from './fetch-texts.ts'
import { chooseLanguage, directionOf } from './languages.ts'
import { I18nProvider, useLanguage } from './provider.tsx'
import { english } from './test-provider.tsx'
import { changeLanguage, loadLanguage } from './texts.ts'

test.each([
  [null, ['fr-CA', 'ar-EG'], 'ar'],
  ['en', ['ar'], 'en'],
  ['tlh', ['AR-eg'], 'ar'],
  [null, ['fr', 'pt'], 'en'],
  [null, [], 'en'],
])('with %s saved and %j preferred, the language is %s', (saved, preferred, language) => {
  expect(chooseLanguage(['en', 'ar'], saved, preferred)).toBe(language)
})

test('Arabic is right-to-left in every region', () => {
  expect(directionOf('ar-EG')).toBe('rtl')
  expect(directionOf('en')).toBe('ltr')
})

test('languages are detected by their folders, and an unknown one falls back to English', async () => {
  expect(languages).toContain('en')
  expect(await changeLanguage('tlh')).toEqual(await changeLanguage('en'))
})

function Sample() {
  const t = useTranslations('ui')
  const format = useFormatter()
  const { language, setLanguage } = useLanguage()
  return (
    <>
      <p>{t('charactersLeft', { count: 1 })}</p>
      <p>{format.number(1046880, 'count')}</p>
      <button type="button" onClick={() => void setLanguage('en')}>
        {language}
      </button>
    </>
  )
}

test('the document has the language and direction of the provider', () => {
  render(
    <I18nProvider initial={{ language: 'ar', messages: english }}>
      <Sample />
    </I18nProvider>,
  )
  expect(document.documentElement.lang).toBe('ar')
  expect(document.documentElement.dir).toBe('rtl')
})

test('another language is loaded, applied and stored', async () => {
  render(
    <I18nProvider initial={{ language: 'ar', messages: english }}>
      <Sample />
    </I18nProvider>,
  )
  // As in a browser: `act` would also run the effects that a browser runs after it has shown the change.
  const firstShown = new Promise((resolve) => {
    const observer = new MutationObserver(() => resolve(document.documentElement.dir))
    observer.observe(screen.getByRole('button'), { characterData: true, childList: true, subtree: true })
  })
  screen.getByRole('button').click()
  expect(await waitFor(() => firstShown)).toBe('ltr')
  expect(screen.getByRole('button', { name: 'en' })).toBeDefined()
  expect(screen.getByText('1 character left')).toBeDefined()
  expect(screen.getByText('1,046,880')).toBeDefined()
  expect(document.documentElement.dir).toBe('ltr')
  expect(localStorage.getItem('language')).toBe('en')
  expect((await loadLanguage()).language).toBe('en')
})
