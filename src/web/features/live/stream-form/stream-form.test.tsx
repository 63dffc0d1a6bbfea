import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { TEST_SETTINGS } from '#web/features/live/shared/streams/test-stream.ts'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { StreamForm } from './stream-form.tsx'

const USER_ID = '0198a1b2-0000-7000-8000-000000000001'

beforeEach(() => sessionStorage.clear())

function renderForm(respond: () => Response) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => respond())
  vi.stubGlobal('fetch', fetch)
  const onCreated = vi.fn<() => void>()
  const { unmount } = render(
    <I18nTestProvider>
      <QueryClientProvider client={new QueryClient()}>
        <StreamForm userId={USER_ID} onCreated={onCreated} onCancel={() => {}} />
      </QueryClientProvider>
    </I18nTestProvider>,
  )
  return { fetch, onCreated, unmount }
}

const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create Stream' }))
function sentBody(fetch: ReturnType<typeof renderForm>['fetch']): unknown {
  const body = fetch.mock.calls[0]?.[1]?.body
  if (typeof body !== 'string') throw new Error('nothing was sent')
  return JSON.parse(body)
}

test('the form sends the specified fields with their defaults', async () => {
  const { fetch, onCreated } = renderForm(() => Response.json({ id: 'x' }, { status: 201 }))
  fill('Title', '  Sunday stew ')
  fill('Category', 'Cooking & Culture')
  submit()
  await waitFor(() => expect(onCreated).toHaveBeenCalled())
  expect(sentBody(fetch)).toEqual({
    title: 'Sunday stew',
    description: '',
    category: 'Cooking & Culture',
    thumbnailUrl: null,
    isLive: false,
    settings: TEST_SETTINGS,
  })
})

test('a missing title or category is shown as an error and nothing is sent', async () => {
  const { fetch } = renderForm(() => Response.json({}))
  submit()
  await waitFor(() => expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText('Category').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  expect(fetch).not.toHaveBeenCalled()
})

test('the counter and the limit count code points, not UTF-16 units', async () => {
  const { fetch } = renderForm(() => Response.json({ id: 'x' }, { status: 201 }))
  fill('Title', '🎥'.repeat(100))
  fill('Category', 'Gaming')
  expect(screen.getByText('100 / 100')).toBeDefined()
  submit()
  await waitFor(() => expect(fetch).toHaveBeenCalled())
})

test('a field error of the server is shown at its field, and the input is kept', async () => {
  const errorBody = {
    message: 'No.',
    code: 'unprocessable',
    fields: [{ path: 'thumbnailUrl', message: 'This is no picture.' }],
  }
  renderForm(() => Response.json(errorBody, { status: 422 }))
  fill('Title', 'Sunday stew')
  fill('Category', 'Gaming')
  fill(/^Thumbnail URL/, 'https://example.org/page')
  submit()
  await waitFor(() => expect(screen.getByText('This is no picture.')).toBeDefined())
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Sunday stew')
})

test('a start time is sent as UTC, interpreted in the time zone of the device', async () => {
  const { fetch, onCreated } = renderForm(() => Response.json({ id: 'x' }, { status: 201 }))
  fill('Title', 'Sunday stew')
  fill('Category', 'Cooking & Culture')
  fill(/^Date and time/, '2030-06-15T18:30')
  submit()
  await waitFor(() => expect(onCreated).toHaveBeenCalled())
  expect(sentBody(fetch)).toMatchObject({ scheduledFor: new Date(2030, 5, 15, 18, 30).toISOString() })
})

test('a goal for the tips is sent as a number', async () => {
  const { fetch, onCreated } = renderForm(() => Response.json({ id: 'x' }, { status: 201 }))
  fill('Title', 'Sunday stew')
  fill('Category', 'Gaming')
  fill(/^Tip goal/, ' 300 ')
  submit()
  await waitFor(() => expect(onCreated).toHaveBeenCalled())
  expect(sentBody(fetch)).toMatchObject({ settings: { tipGoal: 300 } })
})

test.each(['0', '-5', '1.5', '1e3', '1000001', 'much', '$5'])(
  'a tip goal of %s is an error',
  async (typed) => {
    const { fetch } = renderForm(() => Response.json({}))
    fill('Title', 'Sunday stew')
    fill('Category', 'Gaming')
    fill(/^Tip goal/, typed)
    submit()
    await screen.findByText('Enter a whole number from 1 to 1,000,000, or leave this empty.')
    expect(screen.getByLabelText(/^Tip goal/).getAttribute('aria-invalid')).toBe('true')
    expect(fetch).not.toHaveBeenCalled()
  },
)

test('a start time that the server refuses is an error of its field', async () => {
  const fields = [{ path: 'scheduledFor', message: 'This time is past.' }]
  renderForm(() => Response.json({ message: 'No.', code: 'unprocessable', fields }, { status: 422 }))
  fill('Title', 'Sunday stew')
  fill('Category', 'Gaming')
  fill(/^Date and time/, '2020-06-15T18:30')
  submit()
  await waitFor(() => expect(screen.getByText('This time is past.')).toBeDefined())
  expect(screen.getByLabelText(/^Date and time/).getAttribute('aria-invalid')).toBe('true')
})

const fieldValue = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const isChecked = (name: string) =>
  screen.getByRole('switch', { name: new RegExp(`^${name}`) }).getAttribute('aria-checked')

test('the draft is restored on the next visit, until "Start over"', async () => {
  const { unmount } = renderForm(() => Response.json({}))
  fill('Title', 'Sunday stew')
  fill('Category', 'Cooking & Culture')
  fill(/^Date and time/, '2030-06-15T18:30')
  fireEvent.click(screen.getByRole('switch', { name: /^Record stream/ }))
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
  unmount()

  renderForm(() => Response.json({}))
  expect(fieldValue('Title')).toBe('Sunday stew')
  expect(fieldValue('Category')).toBe('Cooking & Culture')
  expect(fieldValue(/^Date and time/)).toBe('2030-06-15T18:30')
  expect(isChecked('Record stream')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
  expect(fieldValue('Title')).toBe('')
  expect(fieldValue('Category')).toBe('')
  expect(isChecked('Record stream')).toBe('false')
  expect(sessionStorage).toHaveLength(0)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')))
})

test('an invalid draft is ignored, and creating the stream removes the draft', async () => {
  sessionStorage.setItem(`draft-stream:${USER_ID}`, '{"title":1}')
  const { onCreated } = renderForm(() => Response.json({ id: 'x' }, { status: 201 }))
  fill('Title', 'Sunday stew')
  fill('Category', 'Gaming')
  expect(sessionStorage).toHaveLength(1)
  submit()
  await waitFor(() => expect(onCreated).toHaveBeenCalled())
  expect(sessionStorage).toHaveLength(0)
})
