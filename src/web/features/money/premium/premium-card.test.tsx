import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { PremiumCard } from './premium-card.tsx'

test('the card links to the Creator Pro page', () => {
  render(
    <I18nTestProvider>
      <PremiumCard />
    </I18nTestProvider>,
  )
  expect(screen.getByRole('heading', { name: 'Creator Pro' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See Creator Pro' }).getAttribute('href')).toBe('/creator-pro')
})
