import { fork } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { testProcess } from '#server/testing/test-processes.ts'
import { startPeers, type Peers } from './testing/peers.ts'
import { isRunning, testEngine, type TestEngine } from './testing/start-engine.ts'

const open: { engines: TestEngine[]; peers: Peers[] } = { engines: [], peers: [] }

afterEach(async () => {
  await Promise.all(open.peers.splice(0).map((each) => each.kill()))
  await Promise.all(open.engines.splice(0).map(({ engine }) => engine.close()))
})

async function prepare(options?: Parameters<typeof testEngine>[0]): Promise<TestEngine> {
  const live = await testEngine(options)
  open.engines.push(live)
  return live
}

async function started(options?: Parameters<typeof testEngine>[0]): Promise<TestEngine> {
  const live = await prepare(options)
  await live.engine.start()
  return live
}

async function watchedStream({ engine }: TestEngine, streamId: string): Promise<Peers> {
  const peers = await startPeers(engine)
  open.peers.push(peers)
  await peers.publish(streamId, 'publisher')
  await peers.watch(streamId, 'viewer')
  await expect.poll(async () => (await peers.stats('viewer')).video.packets).toBeGreaterThan(30)
  return peers
}

/** Blocks the event loop without using the CPU, which the engine needs to respond meanwhile. */
function blockThread(ms: number): void {
  // oxlint-disable-next-line local/no-sleep-in-tests -- the subject is an event loop that is blocked
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

describe('starting', () => {
  it('is refused with a sentence when the UDP port is in use', async () => {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address()
    const live = await prepare({ udpPort: port })
    await expect(live.engine.start()).rejects.toMatchObject({
      code: 'unavailable',
      message: `UDP port ${port} is in use: stop what uses it or set LIVE_UDP_PORT to another port.`,
    })
    socket.close()
  })

  it('keeps the port bound while nobody is connected', async () => {
    const first = await started()
    const second = await prepare({ udpPort: first.udpPort })
    await expect(second.engine.start()).rejects.toThrow('is in use')
  })

  it('is refused with a sentence when the address is not of this machine', async () => {
    const live = await prepare({ host: '192.0.2.77' })
    await expect(live.engine.start()).rejects.toThrow(/^UDP port \d+ cannot be opened on 192.0.2.77/)
  })

  it('is refused when the engine cannot be run', async () => {
    const live = await prepare({ entry: new URL('./no-such-module.ts', import.meta.url) })
    await expect(live.engine.start()).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('can be interrupted', async () => {
    const live = await prepare()
    const starting = expect(live.engine.start()).rejects.toMatchObject({ code: 'unavailable' })
    await live.engine.close()
    await starting
  })
})

describe('the death of the engine’s process', () => {
  it('is emitted, and a new process serves publisher and viewers', async () => {
    const live = await started()
    await watchedStream(live, 'stream')
    const old = live.pid()
    const down = live.nextEvent('down')
    const up = live.nextEvent('up')
    process.kill(old, 'SIGKILL')
    await down
    await expect(live.engine.stats()).rejects.toMatchObject({ code: 'unavailable' })
    await up
    expect(live.pid()).not.toBe(old)
    await expect(live.engine.watch('stream', 'x', 'auto')).rejects.toMatchObject({ code: 'not_publishing' })
    await watchedStream(live, 'stream')
  })

  it('rejects pending requests', async () => {
    const live = await started()
    process.kill(live.pid(), 'SIGSTOP')
    const pending = expect(live.engine.stats()).rejects.toMatchObject({ code: 'unavailable' })
    process.kill(live.pid(), 'SIGKILL')
    await pending
  })

  it.each([
    ['is suspended', 'SIGSTOP'],
    ['is in an endless loop', 'SIGHUP'],
  ] as const)('is forced when the process %s', async (_what, signal) => {
    const live = await started({ heartbeatTimeoutMs: 600, ...testProcess('blocking-engine') })
    const pid = live.pid()
    const up = live.nextEvent('up')
    process.kill(pid, signal)
    await up
    expect(isRunning(pid)).toBe(false)
    expect((await live.engine.stats()).streams).toEqual([])
  })

  it('is not forced when this process was too busy to read the heartbeats', async () => {
    const heartbeatTimeoutMs = 300
    const live = await started({ heartbeatTimeoutMs, requestTimeoutMs: heartbeatTimeoutMs })
    const pid = live.pid()
    const stats = live.engine.stats()
    await new Promise((resolve) => setImmediate(resolve))
    // Long enough for a response even if other processes use the CPU.
    blockThread(10 * heartbeatTimeoutMs)
    expect((await stats).streams).toEqual([])
    expect((await live.engine.stats()).streams).toEqual([])
    expect(live.pid()).toBe(pid)
  })

  it('is followed by restarts until the port is free', async () => {
    const live = await started()
    process.kill(live.pid(), 'SIGSTOP')
    const down = live.nextEvent('down')
    const up = live.nextEvent('up')
    process.kill(live.pid(), 'SIGKILL')
    await down
    const socket = createSocket('udp4').bind(live.udpPort, '127.0.0.1')
    await once(socket, 'listening')
    await expect
      .poll(() => live.logLines.filter((line) => line.includes('is in use')).length)
      .toBeGreaterThan(1)
    socket.close()
    await up
  })
})

describe('a slow process', () => {
  it.each([
    ['was suspended', ['SIGSTOP', 'SIGCONT']],
    ['had blocked its event loop', ['SIGUSR2']],
  ] as const)('that %s keeps its peers for longer than their time limit', async (_what, signals) => {
    const live = await started({ peerTimeoutMs: 1000, ...testProcess('blocking-engine') })
    const peers = await watchedStream(live, 'stream')
    const other = await started({ peerTimeoutMs: 1200 })
    const silenced = await watchedStream(other, 'stream')
    const pid = live.pid()
    const { packets } = (await peers.stats('viewer')).video
    const closed = other.nextEvent('peerClosed')
    process.kill(pid, signals[0])
    // An engine that runs closes its silent peer meanwhile, although its time limit is longer.
    await silenced.kill()
    await closed
    for (const signal of signals.slice(1)) process.kill(pid, signal)
    await expect.poll(async () => (await peers.stats('viewer')).video.packets).toBeGreaterThan(packets + 200)
    expect(live.pid()).toBe(pid)
    expect(live.eventCount('peerClosed') + live.eventCount('down')).toBe(0)
  })

  it('fails only the request that it does not respond to in time, and keeps no peer of it', async () => {
    const live = await started({ requestTimeoutMs: 2000 })
    const peers = await watchedStream(live, 'stream')
    const pid = live.pid()
    const before = await live.engine.stats()
    process.kill(pid, 'SIGSTOP')
    await expect(live.engine.watch('stream', 'late', 'auto')).rejects.toMatchObject({ code: 'timeout' })
    expect(await live.engine.stats()).toEqual(before)
    process.kill(pid, 'SIGCONT')
    await peers.watch('stream', 'second')
    const viewers = async () => (await live.engine.stats()).streams[0]?.viewers
    const counts: unknown[] = []
    await expect.poll(async () => counts.push(await viewers()) && counts.at(-1)).not.toBe(1)
    expect(counts.at(-1)).toBe(2)
    expect(live.pid()).toBe(pid)
    expect(live.eventCount('down')).toBe(0)
  })

  it('fails the start and the end of a recording that it does not respond to, and records after it', async () => {
    const live = await started({ recordingTimeoutMs: 1000 })
    const folder = await mkdtemp(path.join(tmpdir(), 'recording-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    process.kill(live.pid(), 'SIGSTOP')
    const calls = [live.engine.record('stream', folder), live.engine.stopRecording('stream')]
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'timeout' })
    process.kill(live.pid(), 'SIGCONT')
    await live.engine.record('stream', folder)
    await live.engine.stopRecording('stream')
    expect(live.eventCount('down')).toBe(0)
  })

  it('admits no viewers, and again some once it works', async () => {
    const live = await started()
    await expect.poll(() => live.engine.tryAdmit('stream')).toBe(true)
    process.kill(live.pid(), 'SIGSTOP')
    await expect.poll(() => live.engine.tryAdmit('stream')).toBe(false)
    process.kill(live.pid(), 'SIGCONT')
    await expect.poll(() => live.engine.tryAdmit('stream')).toBe(true)
  })
})

describe('stopping', () => {
  it('leaves no process behind', async () => {
    const live = await started()
    await live.engine.close()
    expect(isRunning(live.pid())).toBe(false)
    expect(live.eventCount('down')).toBe(0)
  })

  it('does not happen by Ctrl-C, which the terminal sends to the engine too', async () => {
    const live = await started()
    process.kill(live.pid(), 'SIGINT')
    await expect(live.engine.stats()).resolves.toMatchObject({ streams: [] })
    expect(live.eventCount('down')).toBe(0)
  })

  it('happens by itself when the app is killed', async () => {
    const { entry, execArgv } = testProcess('app-process')
    const app = fork(entry, [], { execArgv })
    const [pid] = await once(app, 'message')
    expect(isRunning(Number(pid))).toBe(true)
    app.kill('SIGKILL')
    await expect.poll(() => isRunning(Number(pid))).toBe(false)
  })
})

it('logs a flood of bad packets before the first peer in a few lines', async () => {
  const live = await started()
  const socket = createSocket('udp4')
  // A STUN binding request with an attribute that is longer than the packet.
  const packet = Buffer.alloc(60, 7)
  packet.set([0, 1, 0, 40, 0x21, 0x12, 0xa4, 0x42])
  for (let sent = 0; sent < 300; sent++)
    await new Promise((resolve) => socket.send(packet, live.udpPort, '127.0.0.1', resolve))
  socket.close()
  const badPackets = () => live.logLines.filter((line) => line.includes('STUN'))
  await expect.poll(badPackets).not.toEqual([])
  const peers = await startPeers(live.engine)
  open.peers.push(peers)
  await peers.publish('stream', 'publisher')
  expect(badPackets().length).toBeLessThan(30)
})

it('hides the app’s secrets from the engine’s process', async () => {
  process.env['SESSION_SECRET'] = 'not for the engine'
  const live = await started()
  delete process.env['SESSION_SECRET']
  const { readFileSync } = await import('node:fs')
  const environment = readFileSync(`/proc/${live.pid()}/environ`, 'utf8')
  expect(environment).toContain('PATH=')
  expect(environment).not.toContain('not for the engine')
})

it('continues when a listener throws', async () => {
  const live = await started()
  live.engine.on('down', () => {
    throw new Error('a listener’s own mistake')
  })
  const up = live.nextEvent('up')
  process.kill(live.pid(), 'SIGKILL')
  await up
  expect(live.logLines.join('\n')).toContain('a listener’s own mistake')
})
