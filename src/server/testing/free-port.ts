import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that is free now and that no outgoing connection will take later: it lies below the range that
 * systems hand out by themselves. The app keeps it over a restart.
 */
export async function freePort(kind: 'tcp' | 'udp'): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = LOWEST + Math.floor(Math.random() * COUNT)
    if (await (kind === 'tcp' ? isFreeTcp(port) : isFreeUdp(port))) return port
  }
  throw new Error(`no free ${kind} port found between ${LOWEST} and ${LOWEST + COUNT}`)
}

const LOWEST = 20_000
const COUNT = 10_000

async function isFreeTcp(port: number): Promise<boolean> {
  const server = createServer()
  const listening = opened(server)
  server.listen(port, '127.0.0.1')
  const free = await listening
  if (free) server.close()
  return free
}

async function isFreeUdp(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  const listening = opened(socket)
  socket.bind(port, '127.0.0.1')
  const free = await listening
  socket.close()
  return free
}

async function opened(emitter: NodeJS.EventEmitter): Promise<boolean> {
  return once(emitter, 'listening').then(
    () => true,
    () => false,
  )
}
