import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { hasPageKeys } from '#web/features/media/shared/playback/page-keys.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

afterEach(() => localStorage.clear())

test('the list of keys has a switch that turns them off on the page, and remembers it', () => {
  render(<ShortcutsDialog rows={[['Louder', ['↑']]]} open onOpenChange={() => {}} />, {
    wrapper: I18nTestProvider,
  })
  const keys = screen.getByRole('switch', { name: 'Keys work on the whole page' })
  expect(keys.getAttribute('aria-checked')).toBe('true')
  fireEvent.click(keys)
  expect(hasPageKeys()).toBe(false)
  expect(keys.getAttribute('aria-checked')).toBe('false')
  fireEvent.click(keys)
  expect(hasPageKeys()).toBe(true)
})
