import { skipToken, useQuery } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Stream } from '#shared/streams.ts'
import { entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testStream } from '#web/api/test-stream.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { EditStreamButton } from './edit-stream-button.tsx'
import { toLocalTime } from './local-time.ts'

// Loads the lazy module once, so that the first test does not time out on it.
beforeAll(() => import('./edit-stream.tsx'))

const stream = testStream(1, {
  title: 'Before',
  description: 'Kept',
  category: 'Gaming',
  thumbnailUrl: '/files/thumbnails/one.webp',
  scheduledFor: '2030-06-15T18:30:00.000Z',
  viewer: { isOwner: true, canChat: true, isLiked: false, hasReminder: false },
})
const PUT = `PUT /api/streams/${stream.id}`

function CachedStream() {
  const { data } = useQuery<Stream>({ queryKey: entityKey('streams', stream.id), queryFn: skipToken })
  return (
    data && (
      <>
        <h1>{data.title}</h1>
        <EditStreamButton stream={data} />
      </>
    )
  )
}

async function open(respond: () => Response = () => Response.json(stream)) {
  const calls = stubCalls({ [PUT]: respond })
  queryClient.setQueryData(entityKey('streams', stream.id), stream)
  render(
    <DataTestProvider>
      <CachedStream />
      <Toaster />
    </DataTestProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Edit stream' }))
  await screen.findByRole('dialog', { name: 'Edit stream' })
  return calls
}

const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('the form starts with the current values and sends only changed fields', async () => {
  const { bodies } = await open(() => Response.json({ ...stream, title: 'After' }))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Before')
  expect(screen.getByLabelText<HTMLInputElement>(/^Date and time/).value).toBe(
    toLocalTime(new Date('2030-06-15T18:30:00.000Z')),
  )
  fill('Title', ' After ')
  fireEvent.click(screen.getByRole('switch', { name: 'Allow chat' }))
  save()
  await waitUntilClosed()
  expect(bodies).toEqual([{ title: 'After', settings: { allowChat: false } }])
  expect(screen.getByRole('heading', { name: 'After' })).toBeTruthy()
})

test('emptied fields are sent as null', async () => {
  const { bodies } = await open()
  fill(/^Date and time/, '')
  fill(/^Description/, '')
  fireEvent.click(screen.getByRole('switch', { name: 'Remove this picture' }))
  save()
  await waitUntilClosed()
  expect(bodies).toEqual([{ description: null, scheduledFor: null, thumbnailUrl: null }])
})

test('saving without changes sends nothing', async () => {
  const { seen } = await open()
  save()
  await waitUntilClosed()
  expect(seen).toEqual([])
})

test('a field error of the server is shown at its field, and the form stays open', async () => {
  await open(() => errorResponse(422, { fields: [{ path: 'thumbnailUrl', message: 'This is no picture.' }] }))
  fill(/^Thumbnail URL/, 'https://example.org/page')
  save()
  await screen.findByText('This is no picture.')
  expect(screen.getByRole('dialog', { name: 'Edit stream' })).toBeTruthy()
})

test('any other failure shows a message and keeps the input', async () => {
  await open(() => errorResponse(503, { message: 'The site is busy.' }))
  fill('Title', 'After')
  save()
  expect((await screen.findByRole('alert')).textContent).toContain('The site is busy.')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('After')
})
