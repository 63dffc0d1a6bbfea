import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type CreatorEmoji, MAX_EMOJI_BYTES } from '#shared/live/creator-emoji.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { openTestTusServer } from '#web/features/media/shared/uploads/test-uploads.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { EmojiEditor } from './emoji-editor.tsx'

const PATH = '/api/creator/emoji'
const UPLOAD = '/api/uploads/0198c1d2-0000-7000-8000-0000000000aa'
const wave: CreatorEmoji = { id: '1', name: 'wave', url: '/files/emoji/a.webp' }
const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...wave, id: String(index) }))
const file = (name = 'Big Wave!.png', type = 'image/png', size = 100) =>
  new File(['x'.repeat(size)], name, { type })

function show({ isPremium = true } = {}) {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }),
  )
  render(
    <DataTestProvider>
      <EmojiEditor isPremium={isPremium} />
      <Toaster />
    </DataTestProvider>,
  )
}

/** Accepts uploads; `add` responds to the new emoji. */
function acceptUploads(add: () => Response) {
  const { server } = openTestTusServer(() => Response.error())
  server.intercept = ({ method, headers }) => {
    if (method !== 'POST') return undefined
    server.uploads.set(UPLOAD, { size: Number(headers.get('upload-length')), bytes: '' })
    return { status: 201, headers: { Location: UPLOAD } }
  }
  const media = {
    url: wave.url,
    mediaType: 'image',
    mimeType: 'image/webp',
    fileSize: 9,
    width: 96,
    height: 96,
  }
  return stubCalls({
    [`GET ${PATH}`]: () => Response.json([]),
    [`POST ${UPLOAD}/finish`]: () => Response.json({ ...media, duration: null }),
    [`POST ${PATH}`]: add,
  })
}

const form = async () => within(await screen.findByRole('form', { name: 'New emoji' }))
const pick = (picked: File) =>
  fireEvent.change(screen.getByLabelText('Picture of the emoji'), { target: { files: [picked] } })
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const submit = async () => fireEvent.click((await form()).getByRole('button', { name: 'Add emoji' }))

test('a picture is uploaded and added under a name, which its file suggests', async () => {
  const { bodies } = acceptUploads(() => Response.json(wave, { status: 201 }))
  show()
  await form()
  expect(screen.getByText('No emoji yet.')).toBeTruthy()
  pick(file())
  expect(nameField().value).toBe('big_wave')
  expect(screen.getByAltText('The chosen picture')).toBeTruthy()
  fireEvent.change(nameField(), { target: { value: 'wave' } })
  await submit()
  expect(await screen.findByText('Emoji added')).toBeTruthy()
  expect(bodies).toContainEqual({ purpose: 'emoji', poster: null })
  expect(bodies.at(-1)).toEqual({ name: 'wave', url: wave.url })
  expect(screen.getByText(':wave:')).toBeTruthy()
  expect(nameField().value).toBe('')
  expect(screen.queryByAltText('The chosen picture')).toBeNull()
})

test('a name that is taken is shown at the field, and the picture is not uploaded again', async () => {
  let add = () =>
    errorResponse(409, { code: 'conflict', fields: [{ path: 'name', message: 'Taken already.' }] })
  const { seen } = acceptUploads(() => add())
  show()
  await form()
  pick(file())
  await submit()
  expect(await screen.findByText('Taken already.')).toBeTruthy()
  expect(screen.getByText('Failed to add emoji.')).toBeTruthy()
  add = () => Response.json({ ...wave, name: 'other' }, { status: 201 })
  fireEvent.change(nameField(), { target: { value: 'other' } })
  await submit()
  expect(await screen.findByText(':other:')).toBeTruthy()
  expect(seen.filter((call) => call.endsWith('/finish'))).toHaveLength(1)
})

test.each([
  ['of another type', file('a.jpg', 'image/jpeg'), 'Use a PNG, WebP or GIF picture.'],
  ['too large', file('a.png', 'image/png', MAX_EMOJI_BYTES + 1), 'This picture’s file is too large.'],
])('a picture %s is refused before it is sent', async (_why, picked, text) => {
  stubCalls({ [`GET ${PATH}`]: () => Response.json([]) })
  show()
  await form()
  pick(picked)
  expect(screen.getByRole('alert').textContent).toBe(text.replace('’', "'"))
  expect(screen.queryByAltText('The chosen picture')).toBeNull()
})

test('without a picture or with an unfit name nothing is sent', async () => {
  const { seen } = stubCalls({ [`GET ${PATH}`]: () => Response.json([]) })
  show()
  await form()
  fireEvent.change(nameField(), { target: { value: 'Two words' } })
  await submit()
  expect(await screen.findByText('Choose a picture first.')).toBeTruthy()
  await waitFor(() => expect(nameField().getAttribute('aria-invalid')).toBe('true'))
  expect(seen).toEqual([`GET ${PATH}`])
})

test('deleting an emoji asks for confirmation by name', async () => {
  stubCalls({
    [`GET ${PATH}`]: () => Response.json([wave]),
    [`DELETE ${PATH}/${wave.id}`]: () => Response.json({ id: wave.id }),
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Delete wave' }))
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete “:wave:”?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Emoji deleted')).toBeTruthy()
  expect(screen.getByText('No emoji yet.')).toBeTruthy()
})

test('with ten emoji a message replaces the form', async () => {
  stubCalls({ [`GET ${PATH}`]: () => Response.json(many(10)) })
  show()
  expect(await screen.findByText('You can have at most 10 emoji. Delete one to add another.')).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
})

test.each([
  ['none', [], 'Members with Creator Pro can have up to ten emoji of their own.'],
  ['some that are kept', [wave], /Your emoji are kept/],
])('without Creator Pro a link leads to it: %s', async (_which, emoji, text) => {
  stubCalls({ [`GET ${PATH}`]: () => Response.json(emoji) })
  show({ isPremium: false })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See Creator Pro' }).getAttribute('href')).toBe('/creator-pro')
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.queryAllByRole('button', { name: 'Delete wave' })).toHaveLength(emoji.length)
})

test('emoji that failed to load can be retried', async () => {
  let respond = () => errorResponse(500, {})
  stubCalls({ [`GET ${PATH}`]: () => respond() })
  show()
  expect(await screen.findByText('Your emoji could not be loaded')).toBeTruthy()
  respond = () => Response.json([wave])
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(':wave:')).toBeTruthy()
})

test('a name that is filled from the file is not needed any more', async () => {
  acceptUploads(() => Response.json(wave, { status: 201 }))
  show()
  await submit()
  await waitFor(() => expect(nameField().getAttribute('aria-invalid')).toBe('true'))
  pick(file())
  expect(nameField().value).toBe('big_wave')
  await waitFor(() => expect(nameField().getAttribute('aria-invalid')).not.toBe('true'))
})
