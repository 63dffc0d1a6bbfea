import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { setPageKeys } from '#web/lib/playback/page-keys.ts'
import { MiniPlayer } from './mini-player.tsx'

afterEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/')
})

test('I opens the page of the video, and when keys are off on the page only from within the mini player', () => {
  const playback = { id: 'video:1', title: 'Stew', url: '/video/1', isLive: false, close: () => {} }
  const element = document.createElement('video')
  render(
    <>
      <p>Elsewhere</p>
      <div role="alertdialog">Delete?</div>
      <MiniPlayer playback={{ ...playback, element }} />
    </>,
    { wrapper: I18nTestProvider },
  )
  setPageKeys(false)
  fireEvent.keyDown(screen.getByText('Elsewhere'), { key: 'i' })
  expect(location.pathname).toBe('/')
  fireEvent.keyDown(screen.getByRole('button', { name: 'Close' }), { key: 'i' })
  expect(location.pathname).toBe('/video/1')
  history.replaceState(null, '', '/')
  setPageKeys(true)
  fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'i' })
  expect(location.pathname).toBe('/')
  fireEvent.keyDown(screen.getByText('Elsewhere'), { key: 'i' })
  expect(location.pathname).toBe('/video/1')
})
