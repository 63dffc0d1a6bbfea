import type { TranscodeProblem } from '#transcode/protocol.ts'

/** A task cannot be done: `problem` says why, `message` has details for the log. */
export class TranscodeError extends Error {
  override name = 'TranscodeError'
  readonly problem: TranscodeProblem

  constructor(problem: TranscodeProblem, detail: string) {
    super(`${problem}: ${detail}`)
    this.problem = problem
  }

  /** Whether another attempt may succeed, because the cause is not in the file. */
  get isTemporary(): boolean {
    return TEMPORARY.includes(this.problem)
  }
}

/** Whether a task was given up at its time limit. */
export const isTaskTimeout = (error: unknown): boolean =>
  error instanceof TranscodeError && error.problem === 'timeout'

const TEMPORARY: readonly TranscodeProblem[] = ['outOfSpace', 'ioError', 'crashed']
