import { expect } from 'vitest'
import { type SiteSetting, listSettings } from '#shared/operations/admin-settings.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { createAdmin } from './test-queries.ts'

export const PATH = '/api/admin/settings'

/** Starts an app with the calls of its super_admin and of another admin. */
export async function startSettingsApp() {
  const server = await startTestApp()
  return { server, calls: new SettingsCalls(server), other: await createAdmin(server) }
}

/** The calls of the app's super_admin. */
class SettingsCalls {
  readonly #server: TestApp

  constructor(server: TestApp) {
    this.#server = server
  }

  save(key: string, value: unknown, more: object = {}) {
    return this.#server.admin.post(PATH, { key, value, ...more })
  }

  remove(key: string) {
    return this.#server.admin.send('DELETE', `${PATH}/${key}`)
  }

  async list(query = ''): Promise<SiteSetting[]> {
    const { status, body } = await this.#server.admin.get(PATH + query)
    expect(status).toBe(200)
    return listSettings.response.parse(body)
  }

  async find(key: string): Promise<SiteSetting | undefined> {
    return (await this.list()).find((setting) => setting.key === key)
  }
}
