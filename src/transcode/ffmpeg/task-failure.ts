import { FFmpegError, PosixError } from 'node-av/lib'
import type { TaskProblem } from '../protocol.ts'

/** A task cannot be done. */
export class TaskFailure extends Error {
  override name = 'TaskFailure'
  readonly problem: TaskProblem

  constructor(problem: TaskProblem, detail: string) {
    super(detail)
    this.problem = problem
  }
}

const PROBLEM_BY_CODE = new Map<number, TaskProblem>([
  [FFmpegError.AVERROR(PosixError.ENOSPC), 'outOfSpace'],
  [FFmpegError.AVERROR(PosixError.ENOENT), 'ioError'],
  [FFmpegError.AVERROR(PosixError.EACCES), 'ioError'],
  [FFmpegError.AVERROR(PosixError.EPERM), 'ioError'],
  [FFmpegError.AVERROR(PosixError.EMFILE), 'ioError'],
])

/**
 * Returns the code that a function of FFmpeg returned.
 * @throws {TaskFailure} when it is an error; `problem` is used for errors that the operating system has not caused
 */
export function check(code: number, action: string, problem: TaskProblem = 'unreadable'): number {
  if (code >= 0) return code
  throw new TaskFailure(
    PROBLEM_BY_CODE.get(code) ?? problem,
    `cannot ${action}: ${FFmpegError.strerror(code)}`,
  )
}

/** The problem behind any error: of Node's file system, or of a task. */
export function problemOf(error: unknown): TaskProblem {
  if (error instanceof TaskFailure) return error.problem
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'outOfSpace'
  return typeof code === 'string' && /^E[A-Z\d]+$/.test(code) ? 'ioError' : 'unreadable'
}
