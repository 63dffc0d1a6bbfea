import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { answerCommands, ownCpu } from '../process/commands.ts'
import { memoryInUse } from './memory.ts'
import { paced } from './paced.ts'
import { stamped } from './stamp.ts'

/** The floor: a bare socket server that sends ready bytes to everyone. */

let server: WebSocketServer | undefined

const commands = {
  async start(): Promise<string> {
    server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    await once(server, 'listening')
    // Boundary: a server that listens on a port has such an address.
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  /** Sends `template` so many times a second, each with its moment in it. */
  async broadcast(template: string, perSecond: number, seconds: number): Promise<void> {
    await paced(perSecond, seconds, () => {
      const bytes = Buffer.from(stamped(template))
      for (const client of server?.clients ?? [])
        if (client.readyState === client.OPEN) client.send(bytes, { binary: false })
    })
  },
  cpu: ownCpu,
  memory: memoryInUse,
  stop(): void {
    for (const client of server?.clients ?? []) client.terminate()
    server?.close()
    process.disconnect()
  },
}
export type FloorCommands = typeof commands

answerCommands(commands)
