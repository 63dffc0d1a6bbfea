import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { LinkedText } from './linked-text.tsx'

test('a link in Arabic text ends before the comma, and keeps its own direction', () => {
  render(
    <I18nTestProvider>
      <LinkedText
        content="انظر https://example.org/a/، @ada و #سلام"
        mentions={[{ handle: 'ada', userId: '1' }]}
      />
    </I18nTestProvider>,
  )
  const links = screen
    .getAllByRole('link')
    .map((link) => [link.getAttribute('href'), link.getAttribute('dir')])
  expect(links).toEqual([
    ['https://example.org/a/', 'ltr'],
    ['/profile/1', 'ltr'],
    ['/search?q=%23%D8%B3%D9%84%D8%A7%D9%85', 'auto'],
  ])
  expect(screen.getByText(/انظر/).getAttribute('dir')).toBe('auto')
})
