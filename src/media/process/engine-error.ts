import type { EngineErrorCode } from './protocol.ts'

/** A request that the engine refuses. The app receives `code` and the message, which is a sentence for the log. */
export class EngineError extends Error {
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string) {
    super(message)
    this.name = 'EngineError'
    this.code = code
  }
}
