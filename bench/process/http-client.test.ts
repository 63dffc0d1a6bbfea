import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { closeConnections, sendRequest } from './http-client.ts'
import { listenOnLoopback } from './listen.ts'

test('an idle connection is closed by the benchmark, before the server closes it', async () => {
  const server = createServer({ keepAliveTimeout: 2000 }, (_request, response) => void response.end('done'))
  onTestFinished(() => {
    closeConnections()
    server.close()
  })
  const accepted = once(server, 'connection')
  await sendRequest(await listenOnLoopback(server))
  const [socket]: Socket[] = await accepted
  const closedBy = await new Promise((resolve) => {
    socket?.once('end', () => resolve('benchmark'))
    server.once('timeout', (idle: Socket) => {
      idle.destroy()
      resolve('server')
    })
  })
  expect(closedBy).toBe('benchmark')
})
