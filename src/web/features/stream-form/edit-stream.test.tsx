import { skipToken, useQuery } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Stream } from '#shared/streams.ts'
import { entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { answerCalls, DataTestProvider, refusal } from '#web/api/test-network.tsx'
import { testStream } from '#web/api/test-stream.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { EditStreamButton } from './edit-stream-button.tsx'
import { toLocalTime } from './local-time.ts'

// Compiling it takes longer than anybody waits for a form.
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

function Shown() {
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

async function open(answer: () => Response = () => Response.json(stream)) {
  const calls = answerCalls({ [PUT]: answer })
  queryClient.setQueryData(entityKey('streams', stream.id), stream)
  render(
    <DataTestProvider>
      <Shown />
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
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('the form begins with what is so, and sends what was changed alone', async () => {
  const { bodies } = await open(() => Response.json({ ...stream, title: 'After' }))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Before')
  expect(screen.getByLabelText<HTMLInputElement>(/^Date and time/).value).toBe(
    toLocalTime(new Date('2030-06-15T18:30:00.000Z')),
  )
  fill('Title', ' After ')
  fireEvent.click(screen.getByRole('switch', { name: 'Allow chat' }))
  save()
  await closed()
  expect(bodies).toEqual([{ title: 'After', settings: { allowChat: false } }])
  expect(screen.getByRole('heading', { name: 'After' })).toBeTruthy()
})

test('a time is withdrawn and a picture removed by what stands in the form', async () => {
  const { bodies } = await open()
  fill(/^Date and time/, '')
  fill(/^Description/, '')
  fireEvent.click(screen.getByRole('switch', { name: 'Remove this picture' }))
  save()
  await closed()
  expect(bodies).toEqual([{ description: null, scheduledFor: null, thumbnailUrl: null }])
})

test('nothing is sent when nothing was changed', async () => {
  const { seen } = await open()
  save()
  await closed()
  expect(seen).toEqual([])
})

test('what the server refuses stands at its field, and the form stays open', async () => {
  await open(() => refusal(422, { fields: [{ path: 'thumbnailUrl', message: 'This is no picture.' }] }))
  fill(/^Thumbnail URL/, 'https://example.org/page')
  save()
  await screen.findByText('This is no picture.')
  expect(screen.getByRole('dialog', { name: 'Edit stream' })).toBeTruthy()
})

test('any other failure is told, and nothing typed is lost', async () => {
  await open(() => refusal(503, { message: 'The site is busy.' }))
  fill('Title', 'After')
  save()
  expect((await screen.findByRole('alert')).textContent).toContain('The site is busy.')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('After')
})
