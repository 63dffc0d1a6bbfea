import { once } from 'node:events'
import { type RequestListener, type ServerResponse, createServer } from 'node:http'
import { type Socket, connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Pipeline } from './pipelining.ts'

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const requests = (count: number) => Array.from({ length: count }, (_, index) => request(`/${index}`)).join('')
/** Larger than the buffers of a connection that is not read. */
const LARGE = Buffer.alloc(16 * 1024 ** 2)

test('for a connection that sends a thousand requests and does not read, one is handled', async () => {
  const handler = vi.fn<RequestListener>((_request, response) => void response.end(LARGE))
  const { socket, closed } = await open(handler)
  socket.pause()
  socket.write(requests(1000))
  await closed
  expect(handler).toHaveBeenCalledOnce()
})

test('the next request is handled after the response before was sent', async () => {
  const handler = vi.fn<RequestListener>((_request, response) => void response.end(LARGE))
  const { socket, requestOnAnother } = await open(handler)
  socket.pause()
  socket.write(requests(3))
  await requestOnAnother('/seen')
  expect(handler).toHaveBeenCalledTimes(2)
  socket.resume()
  await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(4))
})

test('pipelined requests are handled in order, one at a time', async () => {
  const pendingResponses: ServerResponse[] = []
  const paths: (string | undefined)[] = []
  const { socket } = await open(({ url }, response) => {
    paths.push(url)
    pendingResponses.push(response)
  })
  socket.write(requests(20))
  const received = textOf(socket)
  for (let index = 0; index < 20; index++) {
    await vi.waitFor(() => expect(pendingResponses).toHaveLength(index + 1))
    pendingResponses[index]?.end(`<${paths[index]}>`)
  }
  await vi.waitFor(() => expect(received().match(/<\/\d+>/g)).toHaveLength(20))
  expect(received().match(/<\/\d+>/g)).toEqual(Array.from({ length: 20 }, (_, index) => `</${index}>`))
})

test('other connections are served between pipelined requests', async () => {
  const paths: (string | undefined)[] = []
  const { socket } = await open(({ url }, response) => {
    paths.push(url)
    if (url === '/0') setImmediate(() => paths.push('another connection'))
    response.end('done')
  })
  socket.resume()
  socket.write(requests(60))
  await vi.waitFor(() => expect(paths).toHaveLength(61))
  expect(paths.indexOf('another connection')).toBeLessThan(paths.indexOf('/59'))
})

test('a client that does not read a response loses its connection, one that waits for the server keeps it', async () => {
  const pendingResponses: ServerResponse[] = []
  const { socket, closed, requestOnAnother } = await open((incoming, response) => {
    if (incoming.url === '/slow') pendingResponses.push(response)
    else response.end(LARGE)
  }, 100)
  const slow = requestOnAnother('/slow')
  await vi.waitFor(() => expect(pendingResponses).toHaveLength(1))
  socket.pause()
  socket.write(request('/large'))
  await closed
  pendingResponses[0]?.end('here it is')
  expect(await slow).toContain('here it is')
})

test('an idle connection is closed after a while', async () => {
  const { socket, closed } = await open((_request, response) => void response.end('done'), 100)
  socket.resume()
  socket.write(request('/'))
  expect(await closed).toBe(true)
})

/** Opens a connection to a server with this handler. */
async function open(handler: RequestListener, timeoutMs = 60_000) {
  const pipeline = new Pipeline()
  const server = createServer({ keepAliveTimeout: timeoutMs }, pipeline.listener(handler))
  server.setTimeout(timeoutMs)
  pipeline.closeStalled(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const connectToServer = async () => {
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
  const socket = await connectToServer()
  const [accepted]: Socket[] = await serverSide
  const closed = new Promise<true>((resolve) => accepted?.once('close', () => resolve(true)))
  return {
    socket,
    /** Resolves when the server has closed the connection, even if the client has not noticed. */
    closed,
    /** Sends a request on another connection; resolves with the received text. */
    async requestOnAnother(path: string): Promise<string> {
      const another = await connectToServer()
      const text = textOf(another)
      another.write(request(path))
      await vi.waitFor(() => expect(text()).toContain('\r\n\r\n'))
      return text()
    },
  }
}

function textOf(socket: Socket): () => string {
  let text = ''
  socket.on('data', (data: Buffer) => (text += data.toString('latin1')))
  return () => text
}
