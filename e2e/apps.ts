import type { APIRequest } from '@playwright/test'
import type { SignedUp } from '#server/testing/member-verbs.ts'
import { AppUnderTest } from './app-under-test.ts'
import { signUp } from './members.ts'

/** What the app is configured with, by the names of its variables. */
export type AppEnv = Record<string, string>

type Running = { key: string; app: AppUnderTest; admin: SignedUp }

/** The app of a worker: one at a time, kept from test to test while they ask for the same configuration. */
export class Apps {
  readonly #request: APIRequest
  #running: Running | null = null

  constructor(request: APIRequest) {
    this.#request = request
  }

  /** The running app with this configuration, and its first account, which is its super_admin. */
  async configured(env: AppEnv): Promise<Running> {
    const key = JSON.stringify(env)
    if (this.#running?.key === key) return this.#running
    await this.close()
    const app = await AppUnderTest.start(env)
    this.#running = { key, app, admin: await this.#signUpFirst(app) }
    return this.#running
  }

  async close(): Promise<void> {
    const running = this.#running
    this.#running = null
    await running?.app.remove()
  }

  async #signUpFirst(app: AppUnderTest): Promise<SignedUp> {
    const sender = await this.#request.newContext({ baseURL: app.url })
    try {
      return await signUp(sender)
    } catch (error) {
      await app.remove()
      throw error
    } finally {
      await sender.dispose()
    }
  }
}
