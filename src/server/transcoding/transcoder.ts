import { rm, stat } from 'node:fs/promises'
import { childModule } from '#server/startup/child-modules.ts'
import { DiskFull, type DiskSpace, type Reservation } from '#server/storage/disk-space.ts'
import { folderSize } from '#server/storage/folder-size.ts'
import { watchWriting } from '#server/storage/watch-writing.ts'
import {
  type ResultOf,
  type TaskResult,
  type TranscodeTask,
  type WritingTask,
  maxRenditionBytes,
  partialFolder,
} from '#transcode/protocol.ts'
import { moveOutputs } from './move-outputs.ts'
import { TranscodeError } from './transcode-error.ts'
import type { TranscoderLimits } from './transcoder-limits.ts'
import { TotalMemory } from './total-memory.ts'
import { TranscoderProcess } from './transcoder-process.ts'

export type RunOptions = {
  /** Maximum duration of the task. */
  timeoutMs: number
  /** Maximum processor time of the task: unlike its duration, it does not depend on what else the machine does. */
  cpuMs?: number
  /** Priority of the process for the operating system, from 0 to 19, which is the lowest and the default. */
  niceness?: number
  /** How much the task may write: more ends it with `overAllowance`. */
  maxBytes?: number
  /** The probed duration, if it is known: a rendition of a long source in high quality reserves less room. */
  expectedSeconds?: number
  /** Ends the task: `run` rejects with the signal's reason. */
  signal?: AbortSignal
  /** Called with the second of the source that is done, at most twice a second. */
  onProgress?: (second: number) => void
}

/** Runs tasks on untrusted videos, each in a process of its own. */
export class Transcoder {
  readonly #limits: TranscoderLimits
  readonly #disk: DiskSpace
  readonly #totalMemory: TotalMemory

  constructor(limits: TranscoderLimits, disk: DiskSpace) {
    this.#limits = limits
    this.#disk = disk
    this.#totalMemory = new TotalMemory(limits.totalMemoryBytes)
  }

  /**
   * Resolves when the outputs are complete. When it rejects, none of them exists; when the app dies, the last one does not
   * exist (`outputFiles`). The task can be repeated. The caller decides how many tasks run at a time. A task that writes
   * begins only when there is room for what it is expected to write, and ends when the disk becomes full.
   * @throws {TranscodeError}
   */
  async run<Task extends TranscodeTask>(task: Task, options: RunOptions): Promise<ResultOf<Task>> {
    options.signal?.throwIfAborted()
    if (!('folder' in task)) return this.#runProcess(task, options)
    const reservation = await this.#reserve(task, options)
    try {
      return await this.#runProcess(task, options, (child) => this.#watch(task, options, reservation, child))
    } finally {
      reservation.release()
    }
  }

  async #runProcess<Task extends TranscodeTask>(
    task: Task,
    options: RunOptions,
    watch: (child: TranscoderProcess) => () => void = () => () => undefined,
  ): Promise<ResultOf<Task>> {
    const { signal, onProgress } = options
    const child = new TranscoderProcess(childModule('transcoder'), { ...this.#limits, ...options })
    const stopCounting = this.#totalMemory.add(child.pid, () => child.killFor(memoryUsedUp()))
    const abort = () => child.kill()
    signal?.addEventListener('abort', abort)
    const stopWatching = watch(child)
    try {
      signal?.throwIfAborted()
      const result = await child.run(task, onProgress)
      if (!isResultOf(task, result))
        throw new TranscodeError('crashed', `the result of ${task.type} is one of ${result.type}`)
      // From now on it writes nothing more.
      await child.end()
      signal?.throwIfAborted()
      if ('folder' in task) {
        // A short task may end before the folder is measured.
        await measureWritten(task, options).catch((error: unknown) => {
          throw toTranscodeError(error)
        })
        await moveOutputs(task, result)
      }
      return result
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
      stopWatching()
      child.kill()
      await child.exited
      stopCounting()
      if ('folder' in task) await rm(partialFolder(task), { recursive: true, force: true })
    }
  }

  async #reserve(task: WritingTask, { expectedSeconds = Infinity }: RunOptions): Promise<Reservation> {
    const { size } = await stat(task.input)
    return this.#disk.reserve(expectedBytes(task, size, expectedSeconds)).catch((error: unknown) => {
      throw error instanceof DiskFull ? outOfSpace(error) : error
    })
  }

  #watch(
    task: WritingTask,
    options: RunOptions,
    reservation: Reservation,
    child: TranscoderProcess,
  ): () => void {
    const measure = () => measureWritten(task, options)
    return watchWriting({ disk: this.#disk, reservation, measure }, (error) =>
      child.killFor(toTranscodeError(error)),
    )
  }
}

const memoryUsedUp = () =>
  new TranscodeError('crashed', 'all tasks together used too much memory, and this one the most')

/** Returns how many bytes a task has written. Throws `overAllowance` if it may not. */
async function measureWritten(task: WritingTask, { maxBytes = Infinity }: RunOptions): Promise<number> {
  // The folder does not exist before the first output is written.
  const written = await folderSize(partialFolder(task))
  if (written > maxBytes) throw new TranscodeError('overAllowance', `it wrote more than ${maxBytes} bytes`)
  return written
}

const MEGABYTE = 1024 ** 2

/**
 * The bytes that a task is expected to write, by the size of its input: only that is known before it begins. The
 * duration is what the file declares, which can only reduce it. Encoding may enlarge a video that was compressed
 * better, so what is really written is watched.
 */
function expectedBytes(task: WritingTask, inputBytes: number, seconds: number): number {
  switch (task.type) {
    case 'remux':
      return inputBytes + MEGABYTE
    case 'rendition':
      return Math.min(inputBytes, maxRenditionBytes(task, seconds)) + 16 * MEGABYTE
    case 'mp4':
      return 2 * inputBytes + 16 * MEGABYTE
    case 'frames':
      return 16 * MEGABYTE
    default:
      return task satisfies never
  }
}

function isResultOf<Task extends TranscodeTask>(task: Task, result: TaskResult): result is ResultOf<Task> {
  return result.type === task.type
}

function toTranscodeError(error: unknown): TranscodeError {
  if (error instanceof TranscodeError) return error
  return error instanceof DiskFull ? outOfSpace(error) : new TranscodeError('ioError', String(error))
}

const outOfSpace = ({ message }: DiskFull) => new TranscodeError('outOfSpace', message)
