import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { diskWithSpace } from '#server/testing/disks.ts'
import { MediaTool } from '#server/transcoding/testing/media-tool.ts'
import { Transcoder } from '#server/transcoding/transcoder.ts'
import type { TranscodeTask } from '#transcode/protocol.ts'
import { chooseSizes } from './process/arguments.ts'
import { median } from './process/median.ts'
import { listPids, parentOf } from './process/proc.ts'
import { report, type Row } from './process/report.ts'
import { type Cost, costOf, ffmpegCommand, isInstalled, measureCommand } from './transcode/ffmpeg.ts'

/**
 * Measures CPU time and memory of transcoding a minute of 720p, against the `ffmpeg` program with the same settings where
 * it is installed, and the delay of the parent's event loop meanwhile against a process that only waits.
 */
const { SECONDS, ROUNDS, WAITING_MS } = chooseSizes({
  full: { SECONDS: 60, ROUNDS: 3, WAITING_MS: 5000 },
  short: { SECONDS: 1, ROUNDS: 1, WAITING_MS: 100 },
})
const THREADS = 2
const TIMEOUT_MS = 30 * 60_000
const LADDER = chooseSizes<(number | null)[]>({ full: [240, 480, 720, null], short: [240, null] })

const folder = await mkdtemp(path.join(tmpdir(), 'bench-transcode-'))
const transcoder = new Transcoder({ memoryBytes: 1024 ** 3, totalMemoryBytes: Infinity }, diskWithSpace())
try {
  const input = await makeSource()
  const rows = [
    ...(await compareRendition(input)),
    ...(await measureLadder(input)),
    ...(await measureDelay(input)),
  ]
  report(rows)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function makeSource(): Promise<string> {
  const tool = new MediaTool(new URL('../src/transcode/testing/media-tool.ts', import.meta.url), [
    '--import',
    'tsx',
  ])
  const video = { codec: 'libx264', width: 1280, height: 720, rate: 30, isDetailed: true }
  const audio = { codec: 'aac', channels: 2, sampleRate: 44_100 }
  const options = { preset: 'veryfast', g: 60, b: '3M' }
  const spec = { format: 'mp4', seconds: SECONDS, video: { ...video, options }, audio } as const
  const file = await tool.make(spec, path.join(folder, 'source.mp4'))
  tool.close()
  return file
}

async function compareRendition(input: string): Promise<Row[]> {
  const hasFfmpeg = isInstalled('ffmpeg')
  const [own, floor, ratios]: [Cost[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const cost = await measureTask(rendition(input, 480))
    own.push(cost)
    if (!hasFfmpeg) continue
    const cpuSeconds = await measureCommand(ffmpegCommand(input, path.join(folder, 'floor.m3u8'), THREADS))
    floor.push(cpuSeconds)
    ratios.push(cost.cpuSeconds / cpuSeconds)
    console.log(`480p: ${cost.cpuSeconds.toFixed(2)} s of CPU, ffmpeg ${cpuSeconds.toFixed(2)} s`)
  }
  const perMinute = median(own.map(({ cpuSeconds }) => cpuSeconds)) / (SECONDS / 60)
  return [
    { name: 'a minute of 720p to 480p', value: perMinute, unit: 's CPU' },
    {
      name: 'memory at its peak',
      value: Math.max(...own.map((each) => each.peakMegabytes)),
      unit: 'MB',
      max: 500,
    },
    ...(hasFfmpeg
      ? [
          { name: 'floor: ffmpeg with the same settings', value: median(floor), unit: 's CPU' },
          { name: '480p / ffmpeg, median', value: median(ratios), max: 1.45 },
        ]
      : []),
  ]
}

async function measureLadder(input: string): Promise<Row[]> {
  const costs: Cost[] = []
  for (const shortSide of LADDER) costs.push(await measureTask(rendition(input, shortSide)))
  const names = LADDER.map((shortSide) => (shortSide === null ? 'audio' : `${shortSide}p`)).join(', ')
  return [
    {
      name: `a minute of 720p to ${names}`,
      value: costs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / (SECONDS / 60),
      unit: 's CPU',
    },
    {
      name: 'memory at its peak',
      value: Math.max(...costs.map((each) => each.peakMegabytes)),
      unit: 'MB',
      max: 500,
    },
  ]
}

async function measureDelay(input: string): Promise<Row[]> {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const waiting = await meanDelay(() => pause(WAITING_MS))
    const working = await meanDelay(() => transcoder.run(rendition(input, 480), { timeoutMs: TIMEOUT_MS }))
    ratios.push(working / waiting)
    console.log(
      `delay of the event loop: waiting ${waiting.toFixed(3)} ms, transcoding ${working.toFixed(3)} ms`,
    )
  }
  return [{ name: 'delay of the event loop / of a waiting process', value: median(ratios), max: 1.2 }]
}

async function meanDelay(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await work()
  delay.disable()
  return delay.mean / 1e6
}

function rendition(input: string, shortSide: number | null): TranscodeTask {
  return { type: 'rendition', input, folder, name: `v${shortSide ?? 'audio'}`, shortSide, threads: THREADS }
}

/** Runs a task; its cost is read every 20 ms, because the process is killed when it is done. */
async function measureTask(task: TranscodeTask): Promise<Cost> {
  let cost: Cost = { cpuSeconds: 0, peakMegabytes: 0 }
  const others = listPids()
  const timer = setInterval(() => {
    const child = listPids().find((pid) => !others.includes(pid) && parentOf(pid) === process.pid)
    if (child === undefined) return
    const current = costOf(child)
    // A process that has just been killed has no memory.
    cost = {
      cpuSeconds: Math.max(cost.cpuSeconds, current.cpuSeconds),
      peakMegabytes: Math.max(cost.peakMegabytes, current.peakMegabytes),
    }
  }, 20)
  await transcoder.run(task, { timeoutMs: TIMEOUT_MS })
  clearInterval(timer)
  return cost
}
