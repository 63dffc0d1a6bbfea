import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseSizes, countArgument, isShort } from '../process/arguments.ts'
import { median } from '../process/median.ts'
import { type Remote, startRemote } from '../process/remote.ts'
import type { Row } from '../process/report.ts'
import { readAppMetrics, type AppMetrics } from './app-metrics.ts'
import type { FloorCommands } from './floor.ts'
import { PACKETS_PER_SECOND, VIEWER_PACKETS_PER_SECOND } from './synthetic-rates.ts'
import type { PublisherCommands } from './publisher.ts'
import type { Site } from './site.ts'
import type { ViewerCommands } from './viewers.ts'

/**
 * One core should serve the maximum, while another one receives for all viewers: `npm run bench -- live 260` is for a
 * slower machine. On a busy one the engine refuses viewers: those that it admits are measured. The app's event loop is
 * measured at the medium count.
 */
const { MEDIUM_VIEWERS, FEW_VIEWERS, ...DEFAULTS } = chooseSizes({
  full: { MAX_VIEWERS: 450, MEDIUM_VIEWERS: 200, FEW_VIEWERS: 100 },
  short: { MAX_VIEWERS: 6, MEDIUM_VIEWERS: 4, FEW_VIEWERS: 2 },
})
const MAX_VIEWERS = countArgument(DEFAULTS.MAX_VIEWERS)
/** The stabilization is the pause between a change and the measurement. */
const { SECONDS, STABILIZATION_SECONDS, FLOOR_PACKETS, FLOOR_ROUNDS } = chooseSizes({
  full: { SECONDS: 6, STABILIZATION_SECONDS: 2, FLOOR_PACKETS: 20_000, FLOOR_ROUNDS: 3 },
  short: { SECONDS: 0.6, STABILIZATION_SECONDS: 0.6, FLOOR_PACKETS: 500, FLOOR_ROUNDS: 1 },
})
const RECORDED = ', recorded'
const MAX_READS = 10

type Setup = { site: Site; viewers: Remote<ViewerCommands>; floor: number }
type Measurement = { rows: Row[]; after: AppMetrics; idleLoopP99: number; appShare: number }

/**
 * Measures with hundreds of synthetic viewers the engine's CPU time for each packet, and their effect on the app.
 */
export async function* measureForwarding(site: Site): AsyncGenerator<Row[]> {
  const floors = await measureFloor()
  yield [
    { name: 'floor: AES-GCM and a socket, a packet', value: floors.gcm, unit: 'µs of CPU' },
    { name: 'floor: AES-CTR, SHA-1 and a socket, a packet', value: floors.ctr, unit: 'µs of CPU' },
  ]
  const stream = await site.addStream()
  const [publisher, viewers] = [
    await remote<PublisherCommands>('publisher'),
    await remote<ViewerCommands>('viewers'),
  ]
  try {
    await publisher.start(`${site.url}/whip?streamId=${stream.id}`, stream.streamKey ?? '')
    const setup = { site, viewers, floor: floors.gcm }
    yield* measureAll(setup, stream.id, (recordStream) => site.change(stream, { settings: { recordStream } }))
  } finally {
    await site.change(stream, { isLive: false, settings: { recordStream: false } })
    for (const each of [viewers, publisher]) await each.stop().catch(() => {})
  }
}

const remote = <C>(name: string) => startRemote<C>(new URL(`./${name}.ts`, import.meta.url))

/** Called before anything else runs. */
async function measureFloor(): Promise<{ gcm: number; ctr: number }> {
  const floor = await remote<FloorCommands>('floor')
  const sink = createSocket('udp4')
  sink.bind(0, '127.0.0.1')
  await once(sink, 'listening')
  const rounds: { gcm: number; ctr: number }[] = []
  try {
    for (let round = 0; round < FLOOR_ROUNDS; round++) {
      const cost = (cipher: 'gcm' | 'ctr') => floor.packetCost(cipher, sink.address().port, FLOOR_PACKETS)
      rounds.push({ gcm: await cost('gcm'), ctr: await cost('ctr') })
    }
  } finally {
    sink.close()
    await floor.stop().catch(() => {})
  }
  return { gcm: median(rounds.map(({ gcm }) => gcm)), ctr: median(rounds.map(({ ctr }) => ctr)) }
}

async function* measureAll(
  setup: Setup,
  streamId: string,
  record: (isOn: boolean) => Promise<void>,
): AsyncGenerator<Row[]> {
  const { site, viewers } = setup
  const idle = await measure(setup, 0)
  const few = await viewers.join(site.url, streamId, FEW_VIEWERS)
  yield (await measure(setup, few)).rows
  const mediumCount = await viewers.join(site.url, streamId, MEDIUM_VIEWERS - few)
  const medium = await measure(setup, mediumCount)
  yield [...medium.rows, ...lagRows(idle, medium, mediumCount)]
  await record(true)
  yield (await measure(setup, mediumCount, RECORDED)).rows
  await record(false)
  for (const quality of ['low', 'audio'] as const) {
    await viewers.quality(quality)
    yield (await measure(setup, mediumCount, `, ${quality}`)).rows
  }
  await viewers.quality('auto')
  const fullCount = await viewers.join(site.url, streamId, MAX_VIEWERS - mediumCount)
  const full = await measure(setup, fullCount)
  const memory = (full.after.engineMemory - idle.after.engineMemory) / fullCount
  yield [
    ...full.rows,
    { name: 'the engine’s memory, a viewer', value: memory / 1000, unit: 'kB' },
    {
      name: `viewers admitted, of ${MAX_VIEWERS}`,
      value: fullCount,
      ...(!isShort && { min: minAdmitted(setup.floor) }),
    },
    {
      name: `refusals of ${MAX_VIEWERS} joins, because the stream was full`,
      value: await viewers.refusals(),
    },
    { name: `other retries of ${MAX_VIEWERS} joins`, value: await viewers.retries() },
    { name: 'restarts of the engine', value: full.after.engineRestarts, max: 0 },
  ]
}

/** An engine that admits almost nobody forwards well. Beside two busy loops it gets less than half of a core. */
const ADMITTED_SHARE = 0.25

/** Returns the share of the viewers that one core could serve if a packet cost no more than the floor. */
function minAdmitted(floor: number): number {
  const perCore = 1e6 / (floor * VIEWER_PACKETS_PER_SECOND)
  return Math.floor(ADMITTED_SHARE * Math.min(MAX_VIEWERS, perCore))
}

/** Measures the cost of a forwarded packet, everything that the engine does included, and the share of a core. */
async function measure({ site, viewers, floor }: Setup, count: number, suffix = ''): Promise<Measurement> {
  await pause(STABILIZATION_SECONDS * 1000)
  const idleLoop = monitorEventLoopDelay()
  await viewers.reset()
  const before = await readAppMetrics(site.url)
  idleLoop.enable()
  await pause(SECONDS * 1000)
  idleLoop.disable()
  const after = await readNewMetrics(site.url, count > 0 ? before : null)
  const { packets, missing, silent } = await viewers.received()
  if (after.viewers !== count || silent > 0)
    throw new Error(
      `of ${count} viewers ${after.viewers} are connected, and ${silent} of the counting ones get nothing`,
    )
  const difference = (key: 'engine' | 'packetsIn' | 'packetsOut') => after[key] - before[key]
  // The engine's metrics may be half a second old, so their time span is computed from the received packets.
  const seconds = difference('packetsIn') / PACKETS_PER_SECOND
  const name = `${count} viewers${suffix}`
  const isHighLayer = suffix === '' || suffix === RECORDED
  const rows: Row[] = [
    {
      name: `${name}: a packet`,
      value: (1e6 * difference('engine')) / difference('packetsOut'),
      // The floor's packets are those of the high layer.
      ...(isHighLayer && count > 0 && { max: Number(floor.toFixed(2)) }),
      unit: 'µs of CPU',
    },
    {
      name: `${name}: of one core`,
      value: (100 * difference('engine')) / seconds,
      ...(count === MAX_VIEWERS && { max: 100 }),
      unit: '%',
    },
    { name: `${name}: packets missing`, value: (100 * missing) / (packets + missing), max: 0.1, unit: '%' },
  ]
  const idleLoopP99 = idleLoop.percentile(99) / 1e6
  return { rows, after, idleLoopP99, appShare: (100 * (after.app - before.app)) / (after.at - before.at) }
}

/**
 * Returns metrics with newer statistics of the engine than `before`: one that is too busy to respond has its earlier
 * ones.
 */
async function readNewMetrics(url: string, before: AppMetrics | null): Promise<AppMetrics> {
  for (let tries = 1; ; tries++) {
    const after = await readAppMetrics(url)
    if (after.packetsIn !== before?.packetsIn || tries === MAX_READS) return after
    await pause(1000)
  }
}

/**
 * The app handles no packets, so viewers should not delay its event loop. An idle process shows the machine's own share of
 * the delay.
 */
function lagRows(idle: Measurement, medium: Measurement, count: number): Row[] {
  const cases = [
    { when: 'no viewers', ...idle },
    { when: `${count} viewers`, ...medium },
  ]
  return cases.flatMap(({ when, after, idleLoopP99, appShare }): Row[] => [
    { name: `${when}: a waiting process’s loop, p99`, value: idleLoopP99, unit: 'ms' },
    { name: `${when}: the app’s event loop, p50`, value: after.lag.p50, unit: 'ms' },
    {
      name: `${when}: the app’s event loop, p99`,
      value: after.lag.p99,
      ...(after !== idle.after && { max: Number((1.1 * idle.after.lag.p99).toFixed(2)) }),
      unit: 'ms',
    },
    { name: `${when}: the app, of one core`, value: appShare, unit: '%' },
  ])
}
