import { type ErrorBody, type FieldError, errorBody } from '#shared/errors.ts'

/**
 * An error response of a call. `message` is the status, a colon, a space and the body, for logs; `text` is the
 * user-facing message.
 */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody | null
  /** Seconds after which the call may be retried, if the server sent them. */
  readonly retryAfter: number | null

  constructor(status: number, statusText: string, text: string, retryAfter: number | null = null) {
    super(`${status}: ${text || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.body = parseBody(text)
    this.retryAfter = retryAfter
  }

  get code(): ErrorBody['code'] | null {
    return this.body?.code ?? null
  }

  /** The message of the body; null if the response is not from the API (a proxy's error page). */
  get text(): string | null {
    return this.body?.message ?? null
  }

  get fields(): FieldError[] {
    return this.body?.fields ?? []
  }
}

/** Returns the server's user-facing message of a failed call; null if there is none. */
export function apiText(error: unknown): string | null {
  return error instanceof ApiError ? error.text : null
}

function parseBody(text: string): ErrorBody | null {
  try {
    const result = errorBody.safeParse(JSON.parse(text))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
