import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { BottomNav } from './bottom-nav.tsx'

test('without the code of the create dialog the navigation stays, and the next press loads it again', async () => {
  vi.doMock('./create-sheet.tsx', () => {
    throw new Error('offline')
  })
  render(
    <I18nTestProvider>
      <BottomNav unread={null} onShareStory={() => {}} onGoLive={() => {}} />
      <Toaster />
    </I18nTestProvider>,
  )
  const create = screen.getByRole('button', { name: 'Create' })
  fireEvent.click(create)
  expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy()
  vi.doUnmock('./create-sheet.tsx')
  fireEvent.click(create)
  expect(await screen.findByRole('dialog')).toBeTruthy()
})
