import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setCurrentUser } from '#web/api/current-user.ts'
import { pageUser } from '#web/api/page-user.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testCurrentUser, testUser } from '#web/api/test-users.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { TipButton } from './tip-button.tsx'

// Loads the lazy module once, so that the first test does not time out on it.
beforeAll(() => import('./tip-dialog.tsx'))

const me = testCurrentUser(1)
const creator = testUser(2, { firstName: 'Adaeze', lastName: 'Nwosu' })
const STREAM_ID = '0198a1b2-0000-7000-8000-000000000001'
const ORDER = { id: 'ORDER-1', amount: '5.00', currency: 'USD', isSandbox: true }
const TIPPING = `GET /api/users/${creator.id}/tipping`
const CREATE = 'POST /api/paypal/order'
const CAPTURE = `POST /api/paypal/order/${ORDER.id}/capture`
const RECORD = 'POST /api/tips'

/** A fake of the frame's window: no frames are loaded in tests. */
// Boundary: only its identity is used.
const frameWindow = new EventTarget() as Window

beforeEach(() => {
  setCurrentUser(me)
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(frameWindow)
  vi.spyOn(console, 'info').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
})

const canReceive = () => Response.json({ canReceive: true, reason: null, isSandbox: true })
const created = (checkout = 'frame') =>
  Response.json(
    { ...ORDER, status: 'CREATED', approveUrl: `https://elsewhere.test/checkout/${ORDER.id}`, checkout },
    { status: 201 },
  )
const captured = (status = 'COMPLETED') => Response.json({ ...ORDER, status })
const recorded = () => Response.json({ id: 'tip' }, { status: 201 })

type Handlers = Parameters<typeof stubCalls>[0]

async function open(handlers: Handlers = {}, streamId: string | null = STREAM_ID) {
  const calls = stubCalls({
    [TIPPING]: canReceive,
    [CREATE]: () => created(),
    [CAPTURE]: () => captured(),
    [RECORD]: recorded,
    ...handlers,
  })
  render(
    <DataTestProvider>
      <TipButton creator={creator} streamId={streamId} />
      <Toaster />
    </DataTestProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Tip Creator' }))
  await screen.findByRole('dialog', { name: /^Tip Adaeze Nwosu/ })
  // The button asks as well.
  if (calls.seen[0] === TIPPING && calls.seen[1] === TIPPING) {
    calls.seen.shift()
    calls.bodies.shift()
  }
  return calls
}

const preset = (name: string) => screen.findByRole('button', { name })
const isPressed = async (name: string) => (await preset(name)).getAttribute('aria-pressed') === 'true'
const customAmount = () => screen.getByLabelText<HTMLInputElement>('Custom amount')
const typeAmount = (value: string) => fireEvent.change(customAmount(), { target: { value } })
const pay = (amount: string) => fireEvent.click(screen.getByRole('button', { name: `Pay ${amount}` }))
const payButton = () => screen.queryByRole('button', { name: /^Pay / })
const frame = () => screen.findByTitle<HTMLIFrameElement>('Payment')
const sent = () => screen.findByText('Tip sent successfully! 🎉')
const failed = () => screen.findByText('Failed to process tip')

/** Sends what the checkout page sends, twice in a row; `from` overrides where it comes from. */
async function sendCheckoutMessage(outcome: string, from: Partial<MessageEventInit> = {}) {
  await frame()
  const message = { data: dataOf(outcome), origin: location.origin, source: frameWindow, ...from }
  act(() => {
    for (let times = 0; times < 2; times++) dispatchEvent(new MessageEvent('message', message))
  })
}

/** Sends what the checkout page sends from a tab of its own, twice. */
function sendTabMessage(outcome: string) {
  const tab = new BroadcastChannel('checkout')
  for (let times = 0; times < 2; times++) tab.postMessage(dataOf(outcome))
  tab.close()
}

const dataOf = (outcome: string) => ({ type: 'checkout', orderId: ORDER.id, outcome })

async function startPaying() {
  fireEvent.click(await preset('$5 Buy a coffee'))
  fireEvent.change(screen.getByLabelText(/^Message/), { target: { value: 'For the pot' } })
  pay('$5.00')
}

async function payFiveDollars() {
  await startPaying()
  await frame()
}

test('the four presets have their names, and one excludes another and a custom amount', async () => {
  await open()
  await preset('$5 Buy a coffee')
  const names = within(screen.getByRole('group', { name: 'Amount' }))
    .getAllByRole('button', { pressed: false })
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['$5 Buy a coffee', '$10 Show love', '$25 Super tip', '$50 Big support'])
  fireEvent.click(await preset('$10 Show love'))
  fireEvent.click(screen.getByText('Super tip'))
  expect(screen.getAllByRole('button', { pressed: true })).toEqual([await preset('$25 Super tip')])
  expect(screen.getByRole('button', { name: 'Pay $25.00' })).toBeDefined()
  typeAmount('7.25')
  expect(screen.queryByRole('button', { pressed: true })).toBeNull()
  expect(screen.getByRole('button', { name: 'Pay $7.25' })).toBeDefined()
  fireEvent.click(await preset('$5 Buy a coffee'))
  expect(customAmount().value).toBe('')
})

test.each([
  ['', 'Select or enter an amount to continue'],
  ['0.99', 'Minimum tip amount is $1.00'],
  ['500.01', 'Maximum tip amount is $500.00'],
  ['0.999', 'Select or enter an amount to continue'],
])('with the amount %j there is no pay button, but the message %j', async (amount, message) => {
  await open()
  await preset('$5 Buy a coffee')
  typeAmount(amount)
  expect(screen.getByText(message)).toBeDefined()
  expect(payButton()).toBeNull()
})

test('a message of more than 200 characters is not sent', async () => {
  const { seen } = await open()
  fireEvent.click(await preset('$5 Buy a coffee'))
  const message = screen.getByLabelText(/^Message/)
  fireEvent.change(message, { target: { value: '🎉'.repeat(200) } })
  expect(screen.getByText('200 / 200')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay $5.00' }).disabled).toBe(false)
  fireEvent.change(message, { target: { value: '🎉'.repeat(201) } })
  expect(screen.getByText('Use at most 200 characters.')).toBeDefined()
  pay('$5.00')
  expect(seen).toEqual([TIPPING])
})

test('an approved payment is captured and recorded; then the dialog closes with an empty form', async () => {
  const { seen, bodies } = await open()
  await payFiveDollars()
  expect((await frame()).getAttribute('src')).toBe(`/checkout/${ORDER.id}`)
  await sendCheckoutMessage('approved')
  await sent()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(seen).toEqual([TIPPING, CREATE, CAPTURE, RECORD])
  const tip = { amount: '5.00', streamerId: creator.id, streamId: STREAM_ID, message: 'For the pot' }
  const order = { ...tip, currency: 'USD', intent: 'CAPTURE' }
  expect(bodies).toEqual([undefined, order, undefined, { ...tip, paypalOrderId: ORDER.id }])
  fireEvent.click(screen.getByRole('button', { name: 'Tip Creator' }))
  expect(await isPressed('$5 Buy a coffee')).toBe(false)
})

test('pressing twice creates one order, and two messages of an approval record one tip', async () => {
  const { seen } = await open()
  fireEvent.click(await preset('$5 Buy a coffee'))
  pay('$5.00')
  fireEvent.submit(screen.getByLabelText(/^Message/))
  await sendCheckoutMessage('approved')
  await sent()
  expect(seen).toEqual([TIPPING, CREATE, CAPTURE, RECORD])
})

test('an approval in another tab is received, and records one tip', async () => {
  const { seen } = await open()
  await payFiveDollars()
  sendTabMessage('approved')
  await sent()
  expect(seen).toEqual([TIPPING, CREATE, CAPTURE, RECORD])
})

test('a checkout that cannot be framed is a link to a tab of its own, and a cancelled one keeps the form', async () => {
  await open({ [CREATE]: () => created('window') })
  await startPaying()
  const link = await screen.findByRole('link', { name: 'Open the payment' })
  expect(document.activeElement).toBe(link)
  expect(link.getAttribute('href')).toBe(`/checkout/${ORDER.id}`)
  expect(link.getAttribute('target')).toBe('_blank')
  expect(screen.getByText(/^The payment opens in a new tab\./)).toBeDefined()
  expect(document.querySelector('iframe')).toBeNull()
  sendTabMessage('cancelled')
  await waitFor(() => expect(document.activeElement).toBe(payButton()))
  expect(await isPressed('$5 Buy a coffee')).toBe(true)
  fireEvent.click(payButton() ?? link)
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await isPressed('$5 Buy a coffee')).toBe(true)
})

test('a payer who says that it is approved sees a message if it is not, and pays once if it is', async () => {
  let isApproved = false
  const { seen } = await open({
    [CREATE]: () => created('window'),
    [CAPTURE]: () => (isApproved ? captured() : errorResponse(422, { code: 'payment_not_approved' })),
  })
  await startPaying()
  const confirm = await screen.findByRole('button', { name: "I've approved it" })
  fireEvent.click(confirm)
  await screen.findByText("The payment isn't approved yet. Approve it in the other tab.")
  isApproved = true
  fireEvent.click(confirm)
  await sent()
  expect(seen).toEqual([TIPPING, CREATE, CAPTURE, CAPTURE, RECORD])
})

test('while the approval is checked, the payment cannot be given up, as it may be taken', async () => {
  let finish: (response: Response) => void = () => {}
  const capture = new Promise<Response>((resolve) => (finish = resolve))
  await open({ [CREATE]: () => created('window'), [CAPTURE]: () => capture })
  await startPaying()
  fireEvent.click(await screen.findByRole('button', { name: "I've approved it" }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Back' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  finish(captured())
  await sent()
})

test('where the browser does not show the frame, the focus goes to the link that opens a tab', async () => {
  await open()
  await payFiveDollars()
  const checkout = await frame()
  expect(document.activeElement).toBe(checkout)
  vi.spyOn(checkout, 'contentDocument', 'get').mockReturnValue(null)
  fireEvent.load(checkout)
  expect(screen.queryByTitle('Payment')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Open in a new tab' }))
  expect(screen.getByRole('button', { name: "I've approved it" })).toBeDefined()
})

test.each([
  ['another site', { origin: 'https://evil.test' }],
  ['another window', { source: window }],
  ['the checkout of another order', { data: { type: 'checkout', orderId: 'OTHER', outcome: 'approved' } }],
  ['a page that says something else', { data: 'approved' }],
])('a message of %s is ignored', async (_who, from) => {
  const { seen } = await open()
  await payFiveDollars()
  await sendCheckoutMessage('approved', from)
  expect(seen).toEqual([TIPPING, CREATE])
  await sendCheckoutMessage('approved')
  await sent()
})

test('a cancelled checkout is logged, and the form is as it was, without a toast', async () => {
  await open()
  await payFiveDollars()
  await sendCheckoutMessage('cancelled')
  expect(await isPressed('$5 Buy a coffee')).toBe(true)
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Message/).value).toBe('For the pot')
  expect(vi.mocked(console.info)).toHaveBeenCalledWith(`the checkout of order ${ORDER.id} was cancelled`)
  expect(screen.queryByText('Failed to process tip')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(payButton()))
})

test('a failed checkout shows the toast, and the form is as it was', async () => {
  await open()
  await payFiveDollars()
  await sendCheckoutMessage('failed')
  await failed()
  expect(screen.getByText('Please try again.')).toBeDefined()
  expect(await isPressed('$5 Buy a coffee')).toBe(true)
})

test('a declined payment shows the toast and the reason, and can be tried another way', async () => {
  await open({
    [CAPTURE]: () => errorResponse(422, { code: 'payment_declined', message: 'The payment was declined.' }),
  })
  await payFiveDollars()
  await sendCheckoutMessage('approved')
  await failed()
  expect(await screen.findByText('The payment was declined.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Pay $5.00' })).toBeDefined()
})

test.each([
  ['the record', RECORD],
  ['the capture', CAPTURE],
])('when %s is lost, trying again pays nothing twice', async (_what, lost) => {
  let isDown = true
  const respond = lost === RECORD ? recorded : captured
  const { seen } = await open({
    [lost]: () => {
      if (isDown) throw new TypeError('no connection')
      return respond()
    },
  })
  await payFiveDollars()
  await sendCheckoutMessage('approved')
  await failed()
  await screen.findByRole('heading', { name: "Your tip isn't confirmed yet" })
  // Closing does not lose it.
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(screen.getByRole('button', { name: 'Tip Creator' }))
  isDown = false
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
  await sent()
  expect(seen.filter((each) => each === CREATE)).toHaveLength(1)
})

test('a paid tip that is refused says why, and does not offer to try again', async () => {
  const message = 'This payment has been used for another tip.'
  await open({ [RECORD]: () => errorResponse(409, { code: 'order_used', message }) })
  await payFiveDollars()
  await sendCheckoutMessage('approved')
  await failed()
  await screen.findByRole('heading', { name: "You have paid, but your tip wasn't recorded" })
  expect(within(screen.getByRole('dialog')).getByText(new RegExp(`^${message}`))).toBeDefined()
  expect(screen.getByText('ORDER-1')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Tip Creator' }))
  expect(await isPressed('$5 Buy a coffee')).toBe(false)
})

test('a payment that is held back is explained, and can be left', async () => {
  const { seen } = await open({ [CAPTURE]: () => captured('PENDING') })
  await payFiveDollars()
  await sendCheckoutMessage('approved')
  await screen.findByRole('heading', { name: 'Your payment is being reviewed' })
  expect(screen.getByText('ORDER-1')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(seen).not.toContain(RECORD)
})

test('an order that is refused shows the toast and the reason', async () => {
  const fields = [{ path: 'amount', message: 'Minimum tip amount is $20.00' }]
  await open({ [CREATE]: () => errorResponse(400, { code: 'invalid', fields }) })
  fireEvent.click(await preset('$5 Buy a coffee'))
  pay('$5.00')
  await failed()
  expect(await screen.findByText('Minimum tip amount is $20.00')).toBeDefined()
  expect(await isPressed('$5 Buy a coffee')).toBe(true)
})

test('Escape at the checkout asks first; stopping keeps the form', async () => {
  await open()
  await payFiveDollars()
  const escape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  escape()
  fireEvent.click(await screen.findByRole('button', { name: 'Keep paying' }))
  await frame()
  escape()
  fireEvent.click(await screen.findByRole('button', { name: 'Stop payment' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Tip Creator' }))
  expect(await isPressed('$5 Buy a coffee')).toBe(true)
})

test('the dialog says once that no money moves', async () => {
  await open()
  fireEvent.click(await preset('$5 Buy a coffee'))
  expect(screen.getAllByText('Sandbox: no money moves')).toHaveLength(1)
  expect(screen.queryByText('Our payment provider handles the payment.')).toBeNull()
})

test('with a provider that moves money, the form names it', async () => {
  await open({ [TIPPING]: () => Response.json({ canReceive: true, reason: null, isSandbox: false }) })
  fireEvent.click(await preset('$5 Buy a coffee'))
  expect(screen.getByText('Our payment provider handles the payment.')).toBeDefined()
  expect(screen.queryByText('Sandbox: no money moves')).toBeNull()
})

test.each([
  ['no_payout', "Adaeze Nwosu can't receive tips yet"],
  ['country', "Our payment provider doesn't pay to accounts in the country of Adaeze Nwosu's account."],
  ['payments_off', 'Tips are switched off'],
  ['blocked', "You can't do this with this member."],
])('a creator who cannot be tipped (%s): the dialog says why', async (reason, text) => {
  await open({ [TIPPING]: () => Response.json({ canReceive: false, reason, isSandbox: true }) })
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByRole('group', { name: 'Amount' })).toBeNull()
})

test('when the creator cannot be loaded, loading can be tried again', async () => {
  let isDown = true
  await open({ [TIPPING]: () => (isDown ? errorResponse(503, { code: 'unavailable' }) : canReceive()) })
  await screen.findByText('Tips could not be loaded')
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await preset('$5 Buy a coffee')).toBeDefined()
})

test('a visitor is asked to sign in, and comes back to the page', async () => {
  pageUser.set({ user: null })
  const { seen } = await open()
  expect(screen.getByText('Sign in to tip creators')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toMatch(/^\/api\/login/)
  expect(seen).toEqual([])
})

test('the creator sees no button', () => {
  setCurrentUser(testCurrentUser(2))
  stubCalls({})
  render(
    <DataTestProvider>
      <TipButton creator={creator} streamId={null} />
    </DataTestProvider>,
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test('the button says that the creator cannot receive tips, and a press notifies the creator', async () => {
  const attempts = `POST /api/users/${creator.id}/tip-attempts`
  const { seen } = stubCalls({
    [TIPPING]: () => Response.json({ canReceive: false, reason: 'no_payout', isSandbox: true }),
    [attempts]: () => Response.json({ isNotified: true }),
  })
  render(
    <DataTestProvider>
      <TipButton creator={creator} streamId={null} />
    </DataTestProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: "Tip Creator: can't receive tips yet" }))
  expect(await screen.findByText("Adaeze Nwosu can't receive tips yet")).toBeDefined()
  await waitFor(() => expect(seen).toContain(attempts))
})

test('the creator is notified also when the press precedes the response that tips cannot be received', async () => {
  const attempts = `POST /api/users/${creator.id}/tip-attempts`
  const { seen } = stubCalls({
    [TIPPING]: () => Response.json({ canReceive: false, reason: 'country', isSandbox: true }),
    [attempts]: () => Response.json({ isNotified: true }),
  })
  render(
    <DataTestProvider>
      <TipButton creator={creator} streamId={null} />
    </DataTestProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Tip Creator' }))
  await waitFor(() => expect(seen.filter((each) => each === attempts)).toHaveLength(1))
})
