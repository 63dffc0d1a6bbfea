import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'
import { handleCommands, processCpu } from '../process/commands.ts'
import { memoryInUse } from './memory.ts'

/** The floor: a bare WebSocket server that sends the bytes of each POST to all clients. */

// Idle connections are kept while the app is measured, as the app keeps them.
const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  void buffer(request).then((bytes) => {
    for (const client of sockets.clients)
      if (client.readyState === client.OPEN) client.send(bytes, { binary: false })
    response.end()
  })
})
const sockets = new WebSocketServer({ server })

const commands = {
  async start(): Promise<string> {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Boundary: the address of a server that listens on a port is of this type.
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  cpu: processCpu,
  memory: memoryInUse,
  stop(): void {
    for (const client of sockets.clients) client.terminate()
    server.close()
    process.disconnect()
  },
}
export type FloorCommands = typeof commands

handleCommands(commands)
