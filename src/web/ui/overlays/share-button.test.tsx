import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { ShareButton } from './share-button.tsx'

// Loads the sheet's code before the first test, as compiling it can exceed the timeout of a query.
beforeAll(() => import('./share-sheet.tsx'))

const URL_TO_SHARE = 'https://wave.example.org/stream/1'

async function open(embedHtml?: string) {
  render(
    <I18nTestProvider>
      <ShareButton
        title="Share this stream"
        name="Sunday stew & stories"
        address={URL_TO_SHARE}
        embedHtml={embedHtml}
      />
    </I18nTestProvider>,
  )
  const button = screen.getByRole('button', { name: 'Share' })
  button.focus()
  fireEvent.click(button)
  return within(await screen.findByRole('dialog', { name: 'Share this stream' }))
}

test('copying the link is confirmed on the button, and closing returns the focus', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const sheet = await open()
  expect(sheet.getByLabelText<HTMLInputElement>('Link').value).toBe(URL_TO_SHARE)
  fireEvent.click(sheet.getByRole('button', { name: 'Copy link' }))
  await sheet.findByRole('button', { name: 'Copied' })
  expect(sheet.getByRole('status').textContent).toBe('Copied')
  expect(writeText).toHaveBeenCalledWith(URL_TO_SHARE)
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share' })))
})

test('if the browser refuses to copy, the link is selected and a message explains how to copy it', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  const sheet = await open()
  fireEvent.click(sheet.getByRole('button', { name: 'Copy link' }))
  await sheet.findByText(/The text is selected/)
  const field = sheet.getByLabelText<HTMLInputElement>('Link')
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, URL_TO_SHARE.length])
})

test('the share dialog of the device is offered if the browser supports it', async () => {
  const share = vi.fn<() => Promise<void>>().mockResolvedValue()
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
  const sheet = await open()
  fireEvent.click(sheet.getByRole('button', { name: 'Share with…' }))
  expect(share).toHaveBeenCalledWith({ title: 'Sunday stew & stories', url: URL_TO_SHARE })
})

test('the link of every share target contains the whole URL', async () => {
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
  for (const link of links) expect(link.getAttribute('href')).toContain(encodeURIComponent(URL_TO_SHARE))
})

test('the code for another site can be copied; it is offered only if there is any', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const html = '<iframe src="https://wave.example.org/embed/1"></iframe>'
  const sheet = await open(html)
  expect(sheet.getByLabelText<HTMLInputElement>('Embed on another site').value).toBe(html)
  fireEvent.click(sheet.getByRole('button', { name: 'Copy code' }))
  await sheet.findByRole('button', { name: 'Copied' })
  expect(writeText).toHaveBeenCalledWith(html)
  cleanup()
  expect((await open()).queryByRole('button', { name: 'Copy code' })).toBeNull()
})
