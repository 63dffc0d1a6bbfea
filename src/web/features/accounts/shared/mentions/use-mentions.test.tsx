import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testUserSummary } from '#web/api/test-users.ts'
import { Textarea } from '#web/ui/forms/input.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { useMentions } from './use-mentions.tsx'

const ada = testUserSummary(1, { firstName: 'Adá', lastName: 'Obi', handle: 'ada_obi' })
const adwoa = testUserSummary(2, { firstName: 'Kofi', lastName: 'Adwoa', handle: 'kofi' })
const PATH = 'GET /api/users'

// Loads the list's code before the first test.
beforeAll(() => import('./mention-list.tsx'))
afterEach(() => queryClient.clear())

const onKeyDown = vi.fn<() => void>()

function Editor() {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions({ field, text, onWrite: setText, onKeyDown, placement: 'inline' })
  return (
    <>
      <Textarea ref={field} aria-label="Message" value={text} {...mentions.fieldProps} />
      {mentions.list}
      <button type="button" onClick={() => setText('')}>
        Send
      </button>
    </>
  )
}

function show(answers: Parameters<typeof stubCalls>[0] = { [PATH]: () => Response.json([ada, adwoa]) }) {
  onKeyDown.mockClear()
  const calls = stubCalls(answers)
  render(
    <DataTestProvider>
      <Editor />
    </DataTestProvider>,
  )
  return calls
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
/** Types a text and puts the caret at its end, or at `caret`. */
function type(text: string, caret = text.length) {
  fireEvent.change(field(), { target: { value: text } })
  field().setSelectionRange(caret, caret)
  fireEvent.select(field())
}
const press = (key: string, init = {}) => fireEvent.keyDown(field(), { key, ...init })
const options = () => screen.findAllByRole('option')
const handles = async () =>
  (await options()).map(({ textContent }) => textContent.slice(textContent.indexOf('@')))
const activeOption = () => {
  const id = field().getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)?.textContent
}

test('while an @ is typed, users are fetched after a pause, linked to the field and announced', async () => {
  const { seen } = show()
  for (const text of ['Hello @a', 'Hello @ad']) type(text)
  expect(await handles()).toEqual(['@ada_obi', '@kofi'])
  expect(seen).toEqual(['GET /api/users?mention=ad&limit=5'])
  expect(field().getAttribute('aria-controls')).toBe(
    screen.getByRole('listbox', { name: 'People to mention' }).id,
  )
  expect(activeOption()).toContain('@ada_obi')
  expect(screen.getByText(/^2 people match/)).toBeTruthy()
})

test('arrow keys move the selection cyclically; Enter inserts the handle at the caret and keeps the text after it', async () => {
  show()
  type('Hi @ad, there', 6)
  await options()
  press('ArrowUp')
  expect(activeOption()).toContain('@kofi')
  press('ArrowDown')
  expect(activeOption()).toContain('@ada_obi')
  press('ArrowDown')
  press('Enter')
  expect(field().value).toBe('Hi @kofi , there')
  expect(document.activeElement).toBe(field())
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onKeyDown).not.toHaveBeenCalled()
})

test('Tab and a click insert the handle too', async () => {
  show()
  type('@ad')
  await options()
  press('Tab')
  expect(field().value).toBe('@ada_obi ')
  type('@ada_obi and @ad')
  fireEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: /@kofi/ }))
  expect(field().value).toBe('@ada_obi and @kofi ')
})

test('Escape closes only the list, until the next @; other keys go to the field', async () => {
  const onDocument = vi.fn<() => void>()
  document.addEventListener('keydown', onDocument)
  show()
  type('@ad')
  await options()
  press('Escape')
  expect(onDocument).not.toHaveBeenCalled()
  document.removeEventListener('keydown', onDocument)
  expect(screen.queryByRole('listbox')).toBeNull()
  type('@adw')
  expect(screen.queryByRole('listbox')).toBeNull()
  press('Enter')
  expect(onKeyDown).toHaveBeenCalledOnce()
  type('@adw @ad')
  expect(await options()).toHaveLength(2)
})

test('after a complete handle no option is active, and Enter goes to the field', async () => {
  show()
  type('@kofi')
  await options()
  expect(activeOption()).toBeNull()
  press('Enter')
  expect(onKeyDown).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('keys during IME composition and keys with a modifier go to the field', async () => {
  show()
  type('@ad')
  await options()
  press('Enter', { isComposing: true })
  press('Enter', { ctrlKey: true })
  expect(field().value).toBe('@ad')
  expect(onKeyDown).toHaveBeenCalledTimes(2)
})

test('a late response never offers a user who no longer matches', async () => {
  const respondByQuery = new Map<string, (response: Response) => void>()
  show({
    [PATH]: ({ url }) =>
      new Promise((resolve) => {
        respondByQuery.set(url.searchParams.get('mention') ?? '', resolve)
      }),
  })
  type('@ad')
  await waitFor(() => expect(respondByQuery.has('ad')).toBe(true))
  type('@kof')
  respondByQuery.get('ad')?.(Response.json([ada, adwoa]))
  await waitFor(() => expect(respondByQuery.has('kof')).toBe(true))
  expect(screen.queryByRole('option', { name: /@ada_obi/ })).toBeNull()
  respondByQuery.get('kof')?.(Response.json([adwoa]))
  expect(await handles()).toEqual(['@kofi'])
})

test('if the users cannot be fetched, the field works without a list', async () => {
  const { seen } = show({ [PATH]: () => errorResponse(429, { code: 'rate_limited' }) })
  type('@ad')
  await waitFor(() => expect(seen).toHaveLength(1))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  press('Enter')
  expect(onKeyDown).toHaveBeenCalledOnce()
})

test('if the code of the list cannot be fetched, a toast says so once for a mention, and the next one loads it again', async () => {
  const load = vi.fn<() => never>(() => {
    throw new Error('offline')
  })
  vi.doMock('./mention-list.tsx', load)
  show()
  render(<Toaster />, { wrapper: DataTestProvider })
  type('@ad')
  expect(await screen.findByText('Something went wrong. Please try again.')).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
  fireEvent.blur(field())
  type('@ada')
  type('@adam')
  type('@adam ')
  // Completes after any load that typing has started.
  await Promise.allSettled([import('./mention-list.tsx')])
  expect(load).toHaveBeenCalledTimes(2)
  vi.doUnmock('./mention-list.tsx')
  press('Enter')
  expect(onKeyDown).toHaveBeenCalledOnce()
  type('@ad')
  expect(await handles()).toEqual(['@ada_obi', '@kofi'])
})
