import type { FailureCode } from './protocol.ts'

/** A request that the engine refuses; the app gets `code` and the sentence. */
export class EngineFailure extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, message: string) {
    super(message)
    this.name = 'EngineFailure'
    this.code = code
  }
}
