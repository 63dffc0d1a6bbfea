import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { answerCalls, DataTestProvider, refusal } from '#web/api/test-network.tsx'
import { testUserSummary } from '#web/api/test-users.ts'
import { Textarea } from '#web/ui/forms/input.tsx'
import { useMentions } from './use-mentions.tsx'

const ada = testUserSummary(1, { firstName: 'Adá', lastName: 'Obi', handle: 'ada_obi' })
const adwoa = testUserSummary(2, { firstName: 'Kofi', lastName: 'Adwoa', handle: 'kofi' })
const PATH = 'GET /api/users'

// The first test does not wait for the list's code alone.
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

function show(answers: Parameters<typeof answerCalls>[0] = { [PATH]: () => Response.json([ada, adwoa]) }) {
  onKeyDown.mockClear()
  const calls = answerCalls(answers)
  render(
    <DataTestProvider>
      <Editor />
    </DataTestProvider>,
  )
  return calls
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
/** Types a text and leaves the caret behind it, or where the caller says. */
function type(text: string, caret = text.length) {
  fireEvent.change(field(), { target: { value: text } })
  field().setSelectionRange(caret, caret)
  fireEvent.select(field())
}
const press = (key: string, init = {}) => fireEvent.keyDown(field(), { key, ...init })
const options = () => screen.findAllByRole('option')
const handles = async () =>
  (await options()).map(({ textContent }) => textContent.slice(textContent.indexOf('@')))
const pointedAt = () => {
  const id = field().getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)?.textContent
}

test('members are suggested while an @ is typed, asked for at a pause, tied to the field and announced', async () => {
  const { seen } = show()
  for (const text of ['Hello @a', 'Hello @ad']) type(text)
  expect(await handles()).toEqual(['@ada_obi', '@kofi'])
  expect(seen).toEqual(['GET /api/users?mention=ad&limit=5'])
  expect(field().getAttribute('aria-controls')).toBe(
    screen.getByRole('listbox', { name: 'People to mention' }).id,
  )
  expect(pointedAt()).toContain('@ada_obi')
  expect(screen.getByText(/^2 people fit/)).toBeTruthy()
})

test('arrows choose, around both ends; Enter inserts the handle at the caret, and what follows stays', async () => {
  show()
  type('Hi @ad, there', 6)
  await options()
  press('ArrowUp')
  expect(pointedAt()).toContain('@kofi')
  press('ArrowDown')
  expect(pointedAt()).toContain('@ada_obi')
  press('ArrowDown')
  press('Enter')
  expect(field().value).toBe('Hi @kofi , there')
  expect(document.activeElement).toBe(field())
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onKeyDown).not.toHaveBeenCalled()
})

test('Tab inserts too, and so does a tap', async () => {
  show()
  type('@ad')
  await options()
  press('Tab')
  expect(field().value).toBe('@ada_obi ')
  type('@ada_obi and @ad')
  fireEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: /@kofi/ }))
  expect(field().value).toBe('@ada_obi and @kofi ')
})

test('Escape closes the list alone, until another @ begins; other keys are the field’s', async () => {
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

test('a whole handle needs no choice: Enter does what it does without a list', async () => {
  show()
  type('@kofi')
  await options()
  expect(pointedAt()).toBeNull()
  press('Enter')
  expect(onKeyDown).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('keys of an input method and with a modifier stay with the field', async () => {
  show()
  type('@ad')
  await options()
  press('Enter', { isComposing: true })
  press('Enter', { ctrlKey: true })
  expect(field().value).toBe('@ad')
  expect(onKeyDown).toHaveBeenCalledTimes(2)
})

test('a late answer never offers somebody who does not fit any more', async () => {
  const answers = new Map<string, (response: Response) => void>()
  show({
    [PATH]: ({ url }) =>
      new Promise((resolve) => {
        answers.set(url.searchParams.get('mention') ?? '', resolve)
      }),
  })
  type('@ad')
  await waitFor(() => expect(answers.has('ad')).toBe(true))
  type('@kof')
  answers.get('ad')?.(Response.json([ada, adwoa]))
  await waitFor(() => expect(answers.has('kof')).toBe(true))
  expect(screen.queryByRole('option', { name: /@ada_obi/ })).toBeNull()
  answers.get('kof')?.(Response.json([adwoa]))
  expect(await handles()).toEqual(['@kofi'])
})

test('without an answer one writes on without a list', async () => {
  const { seen } = show({ [PATH]: () => refusal(429, { code: 'rate_limited' }) })
  type('@ad')
  await waitFor(() => expect(seen).toHaveLength(1))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  press('Enter')
  expect(onKeyDown).toHaveBeenCalledOnce()
})
