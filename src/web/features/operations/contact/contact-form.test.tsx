import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { setCurrentUser } from '#web/api/current-user.ts'
import { pageUser } from '#web/api/page-user.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testCurrentUser } from '#web/api/test-users.ts'
import { ContactForm } from './contact-form.tsx'

const FILLED = {
  'Full name': 'Fọlákẹ́ Adéyẹmí',
  Email: 'folake@example.org',
  Subject: 'A question',
  Message: 'How do I start?\nI have a camera.',
}

beforeEach(() => pageUser.set({ user: null }))

function show() {
  render(
    <DataTestProvider>
      <ContactForm />
    </DataTestProvider>,
  )
}

const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label })
const fill = (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) fireEvent.change(field(label), { target: { value } })
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))
const values = () => Object.keys(FILLED).map((label) => field(label).value)

test('sending a message shows thanks and resets the form', async () => {
  const { bodies } = stubCalls({ 'POST /api/contact': () => Response.json({ id: 'x' }, { status: 201 }) })
  show()
  fill(FILLED)
  send()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe("Thank you for your message! We'll get back to you soon.")
  expect(bodies).toEqual([
    {
      fullName: 'Fọlákẹ́ Adéyẹmí',
      email: 'folake@example.org',
      subject: 'A question',
      message: 'How do I start?\nI have a camera.',
    },
  ])
  expect(values()).toEqual(['', '', '', ''])
})

const ada = testCurrentUser(1, { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.org' })

test("a signed-in user's name and e-mail address are filled in, also after sending", async () => {
  stubCalls({ 'POST /api/contact': () => Response.json({ id: 'x' }, { status: 201 }) })
  pageUser.set({ user: ada })
  show()
  expect(values()).toEqual(['Ada Obi', 'ada@example.org', '', ''])
  fill({ Subject: 'A question', Message: 'How do I start?' })
  send()
  await screen.findByRole('alert')
  expect(values()).toEqual(['Ada Obi', 'ada@example.org', '', ''])
})

test('text typed before the current user is loaded is kept', async () => {
  pageUser.set({ user: undefined })
  const { seen } = stubCalls({ 'GET /api/auth/user': () => new Promise(() => {}) })
  show()
  fill({ Email: 'other@example.org' })
  await waitFor(() => expect(seen).toEqual(['GET /api/auth/user']))
  act(() => setCurrentUser(ada))
  await waitFor(() => expect(values()).toEqual(['Ada Obi', 'other@example.org', '', '']))
})

test('every field is required, and the e-mail address is validated', async () => {
  const { seen } = stubCalls({})
  show()
  fill({ Email: 'folake' })
  send()
  expect(await screen.findAllByText('This is needed.')).toHaveLength(3)
  expect(screen.getByText("This doesn't look like an e-mail address.")).toBeTruthy()
  expect(seen).toEqual([])
})

test.each([
  [
    'the server refuses it',
    () =>
      errorResponse(429, {
        code: 'rate_limited',
        message: 'That was a lot at once. Try again in 60 seconds.',
      }),
    'That was a lot at once. Try again in 60 seconds.',
  ],
  [
    'there is no network',
    () => Promise.reject(new TypeError('Failed to fetch')),
    "The site can't be reached. Check your connection and try again.",
  ],
])('when %s, the text is kept and the reason shown', async (_, respond, reason) => {
  stubCalls({ 'POST /api/contact': respond })
  show()
  fill(FILLED)
  send()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain("Your message wasn't sent")
  expect(alert.textContent).toContain(reason)
  expect(values()).toEqual(Object.values(FILLED))
})

test('a field error of the server is shown at its field', async () => {
  stubCalls({
    'POST /api/contact': () =>
      errorResponse(400, { code: 'invalid', fields: [{ path: 'subject', message: 'Too odd.' }] }),
  })
  show()
  fill(FILLED)
  send()
  await screen.findByText('Too odd.')
  await waitFor(() => expect(document.activeElement).toBe(field('Subject')))
})

test('the thanks disappear while the next message is sent', async () => {
  let respond = () => Promise.resolve(Response.json({ id: 'x' }, { status: 201 }))
  stubCalls({ 'POST /api/contact': () => respond() })
  show()
  fill(FILLED)
  send()
  await screen.findByRole('alert')
  respond = () => new Promise(() => {})
  fill(FILLED)
  send()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.getByRole('button', { name: 'Sending...' })).toBeTruthy()
})

test('without a connection the form says so at once, and keeps what was typed', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false)
  stubCalls({ 'POST /api/contact': () => Promise.reject(new TypeError('Failed to fetch')) })
  show()
  fill(FILLED)
  send()
  expect((await screen.findByRole('alert')).textContent).toContain("The site can't be reached")
  expect(values()).toEqual(Object.values(FILLED))
})
