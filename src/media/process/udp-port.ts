import { createSocket } from 'node:dgram'
import { IceUdpMuxListener } from 'node-datachannel'
import { EngineError } from './engine-error.ts'

/**
 * Binds the one UDP port of all peers for as long as the process lives: a peer that failed to bind would abort the
 * process. Throws EngineError `unavailable` with a sentence for the operator.
 */
export async function reserveUdpPort(host: string, port: number): Promise<void> {
  await assertPortFree(host, port)
  listeners.push(new IceUdpMuxListener(port, host))
}

/** References that keep the garbage collector from closing the port. */
const listeners: IceUdpMuxListener[] = []

/** Finds the reason for a failure with Node's own socket: the native module only reports that binding failed. */
function assertPortFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close()
      reject(new EngineError('unavailable', describeBindError(error, host, port)))
    })
    socket.bind({ port, address: host, exclusive: true }, () => socket.close(() => resolve()))
  })
}

function describeBindError(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `UDP port ${port} is in use: stop what uses it or set LIVE_UDP_PORT to another port.`
  if (error.code === 'EACCES')
    return `UDP port ${port} may not be used by this user: set LIVE_UDP_PORT to a port above 1023.`
  return `UDP port ${port} cannot be opened on ${host} (${error.code}): set LIVE_UDP_PORT or LIVE_HOST to what this machine has.`
}
