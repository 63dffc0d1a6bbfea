import { fork } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, inject, it, onTestFinished } from 'vitest'

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}

/** Runs the probe in a process of its own, because the native module must not load in the test runner. */
async function probe(ending: string): Promise<unknown> {
  const child = fork(
    new URL('media/engine-probe.js', inject('bundles')),
    [String(await freeUdpPort()), ending],
    { execArgv: ['--expose-gc'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const [report] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => [`the probe ended with ${String(code)}`]),
  ])
  return report
}

it.each([['endStream'], ['closePeer']])(
  '%s leaves no timer, peer, track or stream behind',
  async (ending) => {
    expect(await probe(ending)).toEqual({
      timersWhileLive: expect.toSatisfy((count: number) => count > 1),
      timersLeft: 0,
      peersLeft: 0,
      tracksLeft: 0,
      streams: 0,
      watching: 'not_publishing',
      answering: 'unknown_peer',
    })
  },
)
