import { skipToken, useQuery } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Stream } from '#shared/live/streams.ts'
import { entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { EditStreamButton } from './edit-stream-button.tsx'
import { toLocalTime } from '#web/lib/format/local-time.ts'

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

async function open(respond: () => Response = () => Response.json(stream), initial = stream) {
  const calls = stubCalls({ [PUT]: respond })
  queryClient.setQueryData(entityKey('streams', stream.id), initial)
  render(
    <DataTestProvider>
      <CachedStream />
      <Toaster />
    </DataTestProvider>,
  )
  await openDialog()
  return calls
}

async function openDialog() {
  fireEvent.click(screen.getByRole('button', { name: 'Edit stream' }))
  await screen.findByRole('dialog', { name: 'Edit stream' })
}

const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
const cancel = () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const valueOf = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const isChecked = (name: string) =>
  screen.getByRole('switch', { name }).getAttribute('aria-checked') === 'true'
/** Changes the title and the description as another page of the owner does. */
async function changeElsewhere() {
  const changed = { ...stream, title: 'Elsewhere', description: 'Elsewhere' }
  queryClient.setQueryData(entityKey('streams', stream.id), changed)
  await screen.findByRole('heading', { name: 'Elsewhere' })
}

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

test.each([
  [null, '250', 250],
  [300, '', null],
])(
  'a goal of %s for the tips is changed to "%s", also while the stream is live',
  async (before, typed, after) => {
    const withGoal = { ...stream, settings: { ...stream.settings, tipGoal: before } }
    const { bodies } = await open(() => Response.json(withGoal), withGoal)
    expect(valueOf(/^Tip goal/)).toBe(before === null ? '' : String(before))
    fill(/^Tip goal/, typed)
    save()
    await waitUntilClosed()
    expect(bodies).toEqual([{ settings: { tipGoal: after } }])
  },
)

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

const pressOutside = () => {
  fireEvent.pointerDown(document.body)
  fireEvent.click(document.body)
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test.each([
  ['Escape', () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })],
  ['the X', () => press('Close')],
  ['a press outside', pressOutside],
  ['the browser’s back button', () => history.back()],
])('closing with %s keeps the input', async (_how, close) => {
  const { bodies } = await open(() => Response.json({ ...stream, title: 'After' }))
  fill('Title', 'After')
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'Visual Arts & Design' } })
  close()
  await waitUntilClosed()
  await changeElsewhere()
  await openDialog()
  expect([valueOf('Title'), valueOf('Category'), valueOf(/^Description/)]).toEqual([
    'After',
    'Visual Arts & Design',
    'Kept',
  ])
  save()
  await waitUntilClosed()
  expect(bodies).toEqual([{ title: 'After', category: 'Visual Arts & Design' }])
})

test.each(['Allow chat', 'Remove this picture'])('closing keeps the changed switch “%s”', async (name) => {
  await open()
  const before = isChecked(name)
  fireEvent.click(screen.getByRole('switch', { name }))
  press('Close')
  await waitUntilClosed()
  await openDialog()
  expect(isChecked(name)).toBe(!before)
})

test.each([
  ['cancelling', cancel],
  ['saving', save],
])('after %s the form starts with the current values', async (_how, close) => {
  await open(() => Response.json({ ...stream, title: 'After' }))
  fill('Title', 'After')
  fireEvent.click(screen.getByRole('switch', { name: 'Allow chat' }))
  fireEvent.click(screen.getByRole('switch', { name: 'Remove this picture' }))
  close()
  await waitUntilClosed()
  await changeElsewhere()
  await openDialog()
  expect([valueOf('Title'), isChecked('Allow chat'), isChecked('Remove this picture')]).toEqual([
    'Elsewhere',
    true,
    false,
  ])
})

test('without input the form starts with the current values each time', async () => {
  await open()
  press('Close')
  await waitUntilClosed()
  await changeElsewhere()
  await openDialog()
  expect(valueOf('Title')).toBe('Elsewhere')
})
