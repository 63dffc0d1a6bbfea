import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createServer } from '#server/http/create-server.ts'
import { Pipeline } from './pipelining.ts'

test('a server closes while a client keeps an upgraded connection open', async () => {
  const app = createServer({
    log: pino({ level: 'silent' }),
    trustProxy: [],
    pipeline: new Pipeline(),
    bodyLimit: 1024,
    timeouts: readConfig({ NODE_ENV: 'test' }).http,
  })
  const upgraded = once(app.server, 'upgrade')
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const client = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await upgraded
  const disconnected = once(client, 'close')
  client.resume()
  await app.close()
  await disconnected
  expect(client.destroyed).toBe(true)
})
