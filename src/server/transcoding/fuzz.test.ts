import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, inject, test } from 'vitest'
import { childModule } from '#server/startup/child-modules.ts'
import type { MediaSpec } from '#transcode/testing/media-spec.ts'
import type { FileTask } from '#transcode/protocol.ts'
import { type Mutation, mutate, someMutations } from './testing/mutations.ts'
import { closeToolAfterTests, mediaTool, outputFolder } from './testing/test-media.ts'
import { TranscodeError } from './transcode-error.ts'
import { TranscoderProcess } from './transcoder-process.ts'

closeToolAfterTests()

/** In `npm test`, for each format; `npm run fuzz` makes 10,000 of all. */
const CASES = 50
const LIMITS = { memoryBytes: 500 * 1024 ** 2, timeoutMs: 60_000 }
/** Where files are kept whose process died, to reproduce it. */
const KEPT_FOLDER = 'test-results/fuzz'

const VIDEO = { codec: 'libx264', width: 64, height: 48, rate: 10, options: { preset: 'ultrafast', g: 5 } }
const AUDIO = { codec: 'aac', channels: 1, sampleRate: 22_050 }
const FORMATS: Record<string, MediaSpec> = {
  mp4: { format: 'mp4', seconds: 1, video: { ...VIDEO, rotation: 90 }, audio: AUDIO, secret: 'SECRET' },
  mkv: {
    format: 'matroska',
    seconds: 1,
    video: VIDEO,
    audio: { ...AUDIO, codec: 'libopus', sampleRate: 48_000 },
  },
  webm: {
    format: 'webm',
    seconds: 1,
    video: { ...VIDEO, codec: 'libvpx', options: { deadline: 'realtime' } },
  },
  avi: {
    format: 'avi',
    seconds: 1,
    video: { ...VIDEO, codec: 'mpeg4', options: {} },
    audio: { ...AUDIO, codec: 'libmp3lame' },
  },
}

let child: TranscoderProcess | null = null
const counts = new Map<string, number>()
afterAll(() => {
  child?.kill()
  if (inject('soak') > 1) process.stderr.write(`outcomes: ${JSON.stringify(Object.fromEntries(counts))}\n`)
})

test.each(Object.keys(FORMATS))(
  'a task for a damaged %s ends within its limits',
  { timeout: 30 * 60_000 },
  async (name) => {
    const folder = await outputFolder()
    const spec = FORMATS[name]
    if (!spec) throw new Error(`there is no format ${name}`)
    const bytes = await readFile(await mediaTool().make(spec, path.join(folder, `valid.${name}`)))
    const input = path.join(folder, `damaged.${name}`)
    let count = 0
    await fc.assert(
      fc.asyncProperty(someMutations(), async (mutations) => {
        await writeFile(input, mutate(bytes, mutations))
        const tasks = tasksFor(input, folder)
        await expectEnd(tasks[count++ % tasks.length] ?? { type: 'probe', input }, mutations)
      }),
      { numRuns: CASES * inject('soak'), endOnFailure: true },
    )
  },
)

function tasksFor(input: string, folder: string): FileTask[] {
  return [
    { type: 'remux', input, folder, name: 'out' },
    { type: 'rendition', input, folder, name: 'out', shortSide: 48, threads: 1 },
    { type: 'frames', input, folder, name: 'out', posterAt: null, maxTiles: 4 },
    { type: 'mp4', input, folder, name: 'out', shortSide: 32, threads: 2 },
    { type: 'rendition', input, folder, name: 'out', shortSide: null, threads: 1 },
  ]
}

/** Runs a task to its end. A process that dies is replaced, and its file kept: only the app must survive. */
async function expectEnd(task: FileTask, mutations: readonly Mutation[]): Promise<void> {
  child ??= new TranscoderProcess(childModule('transcoder'), LIMITS)
  const outcome = await child.run(task).catch((error: unknown) => error)
  const problem = outcome instanceof TranscodeError ? outcome.problem : 'done'
  counts.set(problem, (counts.get(problem) ?? 0) + 1)
  if (!(outcome instanceof Error)) return expect(outcome).toHaveProperty('type', task.type)
  expect(outcome).toBeInstanceOf(TranscodeError)
  if (!(outcome instanceof TranscodeError)) return
  if (!['crashed', 'timeout', 'outOfMemory'].includes(outcome.problem)) return
  child.kill()
  await child.exited
  child = null
  await keep(task, outcome, mutations)
}

async function keep(task: FileTask, error: TranscodeError, mutations: readonly Mutation[]): Promise<void> {
  await mkdir(KEPT_FOLDER, { recursive: true })
  const file = path.join(
    KEPT_FOLDER,
    `${task.type}-${error.problem}-${Date.now()}${path.extname(task.input)}`,
  )
  await writeFile(file, await readFile(task.input))
  process.stderr.write(`${task.type} of ${file}: ${error.message} (${JSON.stringify(mutations)})\n`)
  if ('folder' in task) await rm(path.join(task.folder, '.out.partial'), { recursive: true, force: true })
}
