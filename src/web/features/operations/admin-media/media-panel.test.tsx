import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MediaItem } from '#shared/operations/admin-media.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testUser } from '#web/api/test-users.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { MediaPanel } from './media-panel.tsx'

beforeEach(() => history.replaceState(null, '', '/admin/media'))
afterEach(() => history.replaceState(null, '', '/'))

const ID = '01a22059-6d5c-7314-ad10-fa8d786fc1d6'

function testItem(overrides: Partial<MediaItem> = {}): MediaItem {
  return {
    id: ID,
    kind: 'post',
    fileName: '3f1c.pdf',
    originalName: '',
    mimeType: 'application/pdf',
    fileSize: 1024 ** 2,
    url: '/files/media/3f1c.pdf',
    type: 'file',
    uploadedBy: testUser(1, { firstName: 'Amara' }),
    isPublic: true,
    tags: [],
    description: null,
    canDescribe: true,
    previewUrl: null,
    width: null,
    height: null,
    duration: null,
    use: { path: '/post/1', title: 'At the market' },
    createdAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  }
}

type Handlers = Parameters<typeof stubCalls>[0]

function show(items: MediaItem[], handlers: Handlers = {}) {
  const calls = stubCalls({
    'GET /api/admin/media': () => Response.json(items),
    [`GET /api/admin/media/${ID}`]: () => Response.json({ item: items[0], files: [] }),
    ...handlers,
  })
  render(
    <DataTestProvider>
      <MediaPanel />
      <Toaster />
    </DataTestProvider>,
  )
  return calls
}

const open = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Details of At the market' }))
  return within(await screen.findByRole('dialog', { name: 'At the market' }))
}

test('a file without a name has that of its post; filters of the URL that make no sense are left out', async () => {
  history.replaceState(null, '', '/admin/media?kind=cake&userId=me&search=ab')
  const { seen } = show([testItem()])
  expect(await screen.findByText('Posts · 1 MB')).toBeTruthy()
  expect(seen[0]).toBe('GET /api/admin/media')
  const dialog = await open()
  expect(dialog.getByText('No preview')).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'the post “At the market”' }).getAttribute('href')).toBe('/post/1')
})

test('too many tags are refused in place, and a refused change keeps what was typed', async () => {
  const { bodies } = show([testItem()], {
    [`PUT /api/admin/media/${ID}`]: () => errorResponse(503, { message: 'Busy.' }),
  })
  const dialog = await open()
  const tags = dialog.getByRole('textbox', { name: 'Tags' })
  const many = Array.from({ length: 21 }, (_, index) => `tag ${index}`).join(',')
  fireEvent.change(tags, { target: { value: many } })
  expect(dialog.getByText('Use at most 20 tags.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  fireEvent.change(tags, { target: { value: ' Kora,, kora , Drum ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The notes could not be saved')).toBeTruthy()
  expect(bodies.at(-1)).toEqual({ tags: ['kora', 'drum'], description: null })
  expect(tags).toHaveProperty('value', ' Kora,, kora , Drum ')
})

test('a file that another admin has deleted is gone here as well', async () => {
  let items = [testItem()]
  show(items, {
    'GET /api/admin/media': () => Response.json(items),
    [`DELETE /api/admin/media/${ID}`]: () => errorResponse(404, { code: 'not_found' }),
  })
  const dialog = await open()
  items = []
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Media deleted')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Nothing stored yet' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a list and a report that cannot be loaded say so, and are loaded again', async () => {
  let isBusy = true
  const busy = () => errorResponse(503, { message: 'Busy.' })
  show([], {
    'GET /api/admin/media': () => (isBusy ? busy() : Response.json([testItem()])),
    'GET /api/admin/media/storage': busy,
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The media could not be loaded')
  isBusy = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Storage' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The storage report could not be loaded')
})
