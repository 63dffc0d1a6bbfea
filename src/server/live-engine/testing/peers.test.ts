import { pino } from 'pino'
import { expect, test } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { startPeers } from './peers.ts'
import { engineFromSources } from './start-engine.ts'

test('requests of peers whose process has exited fail', async () => {
  const udpPort = await freePort('udp')
  const engine = engineFromSources({ host: '127.0.0.1', udpPort, log: pino({ level: 'silent' }) })
  const peers = await startPeers(engine)
  await peers.kill()
  await expect(peers.stats('anyone')).rejects.toThrow('the peers have exited: SIGKILL')
})
