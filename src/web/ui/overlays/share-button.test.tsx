import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { ShareButton } from './share-button.tsx'

// Compiling it takes longer than anybody waits for a sheet.
beforeAll(() => import('./share-sheet.tsx'))

const ADDRESS = 'https://wave.example.org/stream/1'

async function open() {
  render(
    <I18nTestProvider>
      <ShareButton title="Share this stream" name="Sunday stew & stories" address={ADDRESS} />
    </I18nTestProvider>,
  )
  const button = screen.getByRole('button', { name: 'Share' })
  button.focus()
  fireEvent.click(button)
  return within(await screen.findByRole('dialog', { name: 'Share this stream' }))
}

test('the link is copied, which is said in its place, and closing gives the focus back', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const sheet = await open()
  expect(sheet.getByLabelText<HTMLInputElement>('Link').value).toBe(ADDRESS)
  fireEvent.click(sheet.getByRole('button', { name: 'Copy link' }))
  await sheet.findByRole('button', { name: 'Copied' })
  expect(sheet.getByRole('status').textContent).toBe('Copied')
  expect(writeText).toHaveBeenCalledWith(ADDRESS)
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share' })))
})

test('where the browser refuses to copy, the link is selected and the way is said', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  const sheet = await open()
  fireEvent.click(sheet.getByRole('button', { name: 'Copy link' }))
  await sheet.findByText(/The link is selected/)
  const field = sheet.getByLabelText<HTMLInputElement>('Link')
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, ADDRESS.length])
})

test('the device shares where it can, and nowhere else is it offered', async () => {
  const share = vi.fn<() => Promise<void>>().mockResolvedValue()
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
  const sheet = await open()
  fireEvent.click(sheet.getByRole('button', { name: 'Share with…' }))
  expect(share).toHaveBeenCalledWith({ title: 'Sunday stew & stories', url: ADDRESS })
})

test('every way carries the whole link', async () => {
  const sheet = await open()
  expect(sheet.queryByRole('button', { name: 'Share with…' })).toBeNull()
  const links = sheet.getAllByRole('link')
  expect(links.map(({ textContent }) => textContent?.replace('(opens in a new tab)', ''))).toEqual([
    'WhatsApp',
    'Telegram',
    'Facebook',
    'X',
    'Text message',
    'E-mail',
  ])
  for (const link of links) expect(link.getAttribute('href')).toContain(encodeURIComponent(ADDRESS))
})
