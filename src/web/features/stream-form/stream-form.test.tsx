import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { StreamForm } from './stream-form.tsx'

function renderForm(answer: () => Response) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer())
  vi.stubGlobal('fetch', fetch)
  const onCreated = vi.fn<() => void>()
  render(
    <I18nTestProvider>
      <QueryClientProvider client={new QueryClient()}>
        <StreamForm onCreated={onCreated} onCancel={() => {}} />
      </QueryClientProvider>
    </I18nTestProvider>,
  )
  return { fetch, onCreated }
}

const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create Stream' }))
function sent(fetch: ReturnType<typeof renderForm>['fetch']): unknown {
  const body = fetch.mock.calls[0]?.[1]?.body
  if (typeof body !== 'string') throw new Error('nothing was sent')
  return JSON.parse(body)
}

test('what the form sends is what the specification names, with its defaults', async () => {
  const { fetch, onCreated } = renderForm(() => Response.json({ id: 'x' }, { status: 201 }))
  fill('Title', '  Sunday stew ')
  fill('Category', 'Cooking & Culture')
  submit()
  await waitFor(() => expect(onCreated).toHaveBeenCalled())
  expect(sent(fetch)).toEqual({
    title: 'Sunday stew',
    description: '',
    category: 'Cooking & Culture',
    thumbnailUrl: null,
    isLive: false,
    settings: { isPublic: true, allowChat: true, recordStream: false },
  })
})

test('a missing title or category is marked and nothing is sent', async () => {
  const { fetch } = renderForm(() => Response.json({}))
  submit()
  await waitFor(() => expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText('Category').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  expect(fetch).not.toHaveBeenCalled()
})

test('the counter and the limit count characters, not their halves', async () => {
  const { fetch } = renderForm(() => Response.json({ id: 'x' }, { status: 201 }))
  fill('Title', '🎥'.repeat(100))
  fill('Category', 'Gaming')
  expect(screen.getByText('100 / 100')).toBeDefined()
  submit()
  await waitFor(() => expect(fetch).toHaveBeenCalled())
})

test('what the server refuses stands at its field, and nothing typed is lost', async () => {
  const refusal = {
    message: 'No.',
    code: 'unprocessable',
    fields: [{ path: 'thumbnailUrl', message: 'This is no picture.' }],
  }
  renderForm(() => Response.json(refusal, { status: 422 }))
  fill('Title', 'Sunday stew')
  fill('Category', 'Gaming')
  fill(/^Thumbnail URL/, 'https://example.org/page')
  submit()
  await waitFor(() => expect(screen.getByText('This is no picture.')).toBeDefined())
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Sunday stew')
})

test('a time is sent as the moment that it is on this device', async () => {
  const { fetch, onCreated } = renderForm(() => Response.json({ id: 'x' }, { status: 201 }))
  fill('Title', 'Sunday stew')
  fill('Category', 'Cooking & Culture')
  fill(/^Date and time/, '2030-06-15T18:30')
  submit()
  await waitFor(() => expect(onCreated).toHaveBeenCalled())
  expect(sent(fetch)).toMatchObject({ scheduledFor: new Date(2030, 5, 15, 18, 30).toISOString() })
})

test('a time that the server refuses says so at its field', async () => {
  const fields = [{ path: 'scheduledFor', message: 'This time is past.' }]
  renderForm(() => Response.json({ message: 'No.', code: 'unprocessable', fields }, { status: 422 }))
  fill('Title', 'Sunday stew')
  fill('Category', 'Gaming')
  fill(/^Date and time/, '2020-06-15T18:30')
  submit()
  await waitFor(() => expect(screen.getByText('This time is past.')).toBeDefined())
  expect(screen.getByLabelText(/^Date and time/).getAttribute('aria-invalid')).toBe('true')
})
