import type { APIRequest } from '@playwright/test'
import type { SignedUp } from '../../src/server/testing/user-actions.ts'
import { AppUnderTest } from './app-under-test.ts'
import { createDatabase } from './test-postgres.ts'
import { signUp } from './users.ts'

/** Environment variables of the app. */
export type AppEnv = Record<string, string>

type Running = { app: AppUnderTest; admin: SignedUp }

/** The apps of a worker, by configuration. Each runs until the worker ends: a start takes as long as a test. */
export class Apps {
  readonly #request: APIRequest
  readonly #runningByEnv = new Map<string, Running>()

  constructor(request: APIRequest) {
    this.#request = request
  }

  /** Returns the running app with this configuration and its first account, which is its super_admin. */
  async getOrStart(env: AppEnv): Promise<Running> {
    const key = JSON.stringify(env)
    const existing = this.#runningByEnv.get(key)
    if (existing) return existing
    const app = await AppUnderTest.start({ DATABASE_URL: await createDatabase(), ...env })
    const running = { app, admin: await this.#signUpFirst(app) }
    this.#runningByEnv.set(key, running)
    return running
  }

  async close(): Promise<void> {
    await Promise.all([...this.#runningByEnv.values()].map(({ app }) => app.remove()))
  }

  async #signUpFirst(app: AppUnderTest): Promise<SignedUp> {
    const requestContext = await this.#request.newContext({ baseURL: app.url })
    try {
      return await signUp(requestContext)
    } catch (error) {
      await app.remove()
      throw error
    } finally {
      await requestContext.dispose()
    }
  }
}
