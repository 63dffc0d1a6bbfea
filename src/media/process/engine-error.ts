import type { EngineErrorCode } from './protocol.ts'

/** A request that the engine refuses; the app gets `code` and the sentence. */
export class EngineError extends Error {
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string) {
    super(message)
    this.name = 'EngineFailure'
    this.code = code
  }
}
