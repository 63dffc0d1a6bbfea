import { once } from 'node:events'
import { type Socket, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { withinLimit } from '#server/testing/within-limit.ts'
import { createMailer } from './mailer.ts'

test('a mail server that is never silent and never ready ends the attempt and its connection', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 hello\r\n')
    socket.once('data', () => dribble(socket))
  }).listen(0, '127.0.0.1')
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const smtp = { host: '127.0.0.1', port, isImplicitTls: false, auth: null }
  const mailer = createMailer({ smtp, from: { address: 'post@example.org', name: null } }, undefined, 300)
  const mail = { id: '1', fromName: 'Site', to: 'ama@example.org', subject: 'Hello', text: 'x', html: 'x' }
  await expect(mailer.send(mail)).rejects.toThrow('the mail was not sent: ETIMEDOUT')
  await withinLimit(closed, 'the connection stayed open')
})

/** A response of many lines, which never ends. */
function dribble(socket: Socket): void {
  const timer = setInterval(() => socket.write('250-wait\r\n'), 20)
  onTestFinished(() => {
    clearInterval(timer)
    socket.destroy()
  })
}
