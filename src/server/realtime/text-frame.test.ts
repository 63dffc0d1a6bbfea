import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { encodeTextFrame } from './text-frame.ts'

/** The greatest lengths of the three forms of a header, and the next ones. */
const LENGTHS = [0, 1, 125, 126, 65_535, 65_536, 200_000]

test('a client of the library receives frames of any length, between messages of the library', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  await once(server, 'listening')
  // Boundary: a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  const client = new WebSocket(`ws://127.0.0.1:${port}`)
  const received: string[] = []
  client.on('message', (data: Buffer, isBinary) => received.push(isBinary ? 'binary' : data.toString()))
  // Boundary: the arguments of the server's event.
  const connected = once(server, 'connection') as Promise<[WebSocket, IncomingMessage]>
  const [socket, request] = await connected
  const texts = LENGTHS.map((length) => 'x'.repeat(length))
  texts.push('é€😀'.repeat(50))
  for (const text of texts) {
    request.socket.write(encodeTextFrame(text))
    socket.ping()
  }
  socket.close()
  await once(client, 'close')
  expect(received).toEqual(texts)
})
