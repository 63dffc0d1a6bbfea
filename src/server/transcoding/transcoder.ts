import { rm } from 'node:fs/promises'
import { childModule } from '#server/startup/child-modules.ts'
import { type ResultOf, type TaskResult, type TranscodeTask, partialFolder } from '#transcode/protocol.ts'
import { TranscodeError } from './transcode-error.ts'
import { TranscoderProcess } from './transcoder-process.ts'

export type TranscoderLimits = {
  /** Maximum resident memory of a process. */
  memoryBytes: number
}

export type RunOptions = {
  /** Maximum duration of the task. */
  timeoutMs: number
  /** Ends the task: `run` rejects with the signal's reason. */
  signal?: AbortSignal
  /** Called with the second of the source that is done, at most twice a second. */
  onProgress?: (second: number) => void
}

/** Runs tasks on untrusted videos, each in a process of its own. */
export class Transcoder {
  readonly #limits: TranscoderLimits

  constructor(limits: TranscoderLimits) {
    this.#limits = limits
  }

  /**
   * Resolves when the outputs are complete. When it rejects, or the app dies, none of them exists; the task can be
   * repeated. The caller decides how many tasks run at a time.
   * @throws {TranscodeError}
   */
  async run<Task extends TranscodeTask>(task: Task, options: RunOptions): Promise<ResultOf<Task>> {
    const { signal, onProgress } = options
    signal?.throwIfAborted()
    const child = new TranscoderProcess(childModule('transcoder'), { ...this.#limits, ...options })
    const abort = () => child.kill()
    signal?.addEventListener('abort', abort)
    try {
      const result = await child.run(task, onProgress)
      if (isResultOf(task, result)) return result
      throw new TranscodeError('crashed', `the result of ${task.type} is one of ${result.type}`)
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
      child.kill()
      await child.exited
      if ('folder' in task) await rm(partialFolder(task), { recursive: true, force: true })
    }
  }
}

function isResultOf<Task extends TranscodeTask>(task: Task, result: TaskResult): result is ResultOf<Task> {
  return result.type === task.type
}
