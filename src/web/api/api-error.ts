import { type ErrorBody, type FieldError, errorBody } from '#shared/errors.ts'

/**
 * A call that was not answered with success. `message` is the status, a colon, a space and the body, for logs;
 * `text` is what a person is shown.
 */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody | null
  /** Seconds after which it may be tried again, where the server says so. */
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

  /** The body's own message; null when the answer was not ours (a proxy's page). */
  get text(): string | null {
    return this.body?.message ?? null
  }

  get fields(): FieldError[] {
    return this.body?.fields ?? []
  }
}

/** What the server says about a failed call, in words for people; null when it said nothing of the kind. */
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
