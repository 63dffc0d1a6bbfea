import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a free port below the ephemeral range, so that no outgoing connection can use it later and the app can reuse
 * it after a restart.
 */
export async function freePort(kind: 'tcp' | 'udp'): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = MIN_PORT + Math.floor(Math.random() * PORT_COUNT)
    if (await (kind === 'tcp' ? isFreeTcp(port) : isFreeUdp(port))) return port
  }
  throw new Error(`no free ${kind} port found between ${MIN_PORT} and ${MIN_PORT + PORT_COUNT}`)
}

const MIN_PORT = 20_000
const PORT_COUNT = 10_000

async function isFreeTcp(port: number): Promise<boolean> {
  const server = createServer()
  const listening = opened(server)
  server.listen(port, '127.0.0.1')
  const isFree = await listening
  if (isFree) server.close()
  return isFree
}

async function isFreeUdp(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  const listening = opened(socket)
  socket.bind(port, '127.0.0.1')
  const isFree = await listening
  socket.close()
  return isFree
}

async function opened(emitter: NodeJS.EventEmitter): Promise<boolean> {
  return once(emitter, 'listening').then(
    () => true,
    () => false,
  )
}
