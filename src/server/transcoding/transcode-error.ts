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

const TEMPORARY: readonly TranscodeProblem[] = ['outOfSpace', 'ioError', 'crashed']
