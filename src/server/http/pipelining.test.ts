import { once } from 'node:events'
import { type RequestListener, type ServerResponse, createServer } from 'node:http'
import { type Socket, connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answerInTurn } from './pipelining.ts'

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const many = (count: number) => Array.from({ length: count }, (_, at) => request(`/${at}`)).join('')
/** More than a connection that nobody reads takes on its way. */
const LARGE = Buffer.alloc(16 * 1024 ** 2)

test('a connection that asks a thousand times and does not read gets one answer made', async () => {
  const handler = vi.fn<RequestListener>((_request, response) => void response.end(LARGE))
  const { socket, closed } = await open(handler)
  socket.pause()
  socket.write(many(1000))
  await closed
  expect(handler).toHaveBeenCalledOnce()
})

test('the next answer is made when the one before was taken', async () => {
  const handler = vi.fn<RequestListener>((_request, response) => void response.end(LARGE))
  const { socket, other } = await open(handler)
  socket.pause()
  socket.write(many(3))
  await other('/seen')
  expect(handler).toHaveBeenCalledTimes(2)
  socket.resume()
  await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(4))
})

test('pipelined requests are answered in their order, one at a time', async () => {
  const waiting: ServerResponse[] = []
  const paths: (string | undefined)[] = []
  const { socket } = await open(({ url }, response) => {
    paths.push(url)
    waiting.push(response)
  })
  socket.write(many(20))
  const answers = textOf(socket)
  for (let at = 0; at < 20; at++) {
    await vi.waitFor(() => expect(waiting).toHaveLength(at + 1))
    waiting[at]?.end(`<${paths[at]}>`)
  }
  await vi.waitFor(() => expect(answers().match(/<\/\d+>/g)).toHaveLength(20))
  expect(answers().match(/<\/\d+>/g)).toEqual(Array.from({ length: 20 }, (_, at) => `</${at}>`))
})

test('a client that takes nothing of an answer loses its connection, one that waits for us keeps it', async () => {
  const waiting: ServerResponse[] = []
  const { socket, closed, other } = await open((incoming, response) => {
    if (incoming.url === '/slow') waiting.push(response)
    else response.end(LARGE)
  }, 100)
  const slow = other('/slow')
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  socket.pause()
  socket.write(request('/large'))
  await closed
  waiting[0]?.end('here it is')
  expect(await slow).toContain('here it is')
})

test('an idle connection is closed after a while', async () => {
  const { socket, closed } = await open((_request, response) => void response.end('done'), 100)
  socket.resume()
  socket.write(request('/'))
  expect(await closed).toBe(true)
})

/** A connection to a server with this handler. */
async function open(handler: RequestListener, timeoutMs = 60_000) {
  const { listener, closeStalled } = answerInTurn(handler)
  const server = createServer({ keepAliveTimeout: timeoutMs }, listener)
  server.setTimeout(timeoutMs)
  closeStalled(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const dial = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const serverSide = once(server, 'connection')
  const socket = await dial()
  const [accepted]: Socket[] = await serverSide
  const closed = new Promise<true>((resolve) => accepted?.once('close', () => resolve(true)))
  return {
    socket,
    /** The server has let go of the connection, whether or not the client has read that. */
    closed,
    /** Asks on another connection; resolves with what came. */
    async other(path: string): Promise<string> {
      const another = await dial()
      const text = textOf(another)
      another.write(request(path))
      await vi.waitFor(() => expect(text()).toContain('\r\n\r\n'), { timeout: 5000 })
      return text()
    },
  }
}

function textOf(socket: Socket): () => string {
  let text = ''
  socket.on('data', (data: Buffer) => (text += data.toString('latin1')))
  return () => text
}
