import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import type { Stream } from '../../src/shared/live/streams.ts'

/** The rate of a busy chat. */
export const MESSAGES_PER_SECOND = 50

/** Intercepts the page's socket, so that the test can send messages to the page; resolves once it is open. */
export async function interceptSocket(page: Page): Promise<{ opened: Promise<WebSocketRoute> }> {
  let resolveOpened: (socket: WebSocketRoute) => void = () => {}
  const opened = new Promise<WebSocketRoute>((resolve) => {
    resolveOpened = resolve
  })
  await page.routeWebSocket(/\/ws$/, (route) => {
    route.connectToServer()
    resolveOpened(route)
  })
  return { opened }
}

/**
 * Opens the stream's page and waits for its first messages: the page deletes messages from before a response of the server
 * that are not in it, and the server knows none of those that the test sends.
 */
export async function openBusyChat(page: Page, { id }: Stream): Promise<void> {
  await page.goto(`/stream/${id}`)
  await expect(page.getByText('No messages yet')).toBeVisible()
}

/** Sends `count` messages to the page at the rate of a busy chat, numbered from `after` + 1. */
export function sendMessages(
  socket: WebSocketRoute,
  stream: Stream,
  count: number,
  after = 0,
): Promise<void> {
  return new Promise((done) => {
    let sent = 0
    const timer = setInterval(() => {
      sent += 1
      sendMessage(socket, stream, after + sent)
      if (sent < count) return
      clearInterval(timer)
      done()
    }, 1000 / MESSAGES_PER_SECOND)
  })
}

/** Sends messages to the page at the rate of a busy chat until the returned function is called. */
export function keepSending(socket: WebSocketRoute, stream: Stream): () => void {
  let sent = 0
  const timer = setInterval(() => sendMessage(socket, stream, ++sent), 1000 / MESSAGES_PER_SECOND)
  return () => clearInterval(timer)
}

/** Sends the message with this number, of one of forty users. */
function sendMessage(socket: WebSocketRoute, { id, streamer }: Stream, number: number): void {
  const user = {
    ...streamer,
    id: `0198c1d2-0000-7000-8000-0000000000${10 + (number % 40)}`,
    firstName: `Guest ${number % 40}`,
  }
  const data = {
    id: `f198c1d2-${String(number).padStart(4, '0')}-7000-8000-000000000000`,
    streamId: id,
    userId: user.id,
    message: `message ${number}, ${'with some more words '.repeat(number % 5)}`,
    createdAt: new Date().toISOString(),
    user,
    clientId: null,
    replyTo: null,
  }
  socket.send(JSON.stringify({ type: 'chat_message', streamId: id, data }))
}
