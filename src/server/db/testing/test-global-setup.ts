import type { TestProject } from 'vitest/node'
import { bundleProcesses } from '#server/testing/test-processes.ts'
import { startTestServer } from './test-server.ts'

/** Starts one PostgreSQL for the whole test run, with a migrated template that every test database is copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, bundles] = await Promise.all([startTestServer(), bundleProcesses()])
  project.provide('testServer', server.access)
  project.provide('bundles', bundles.folder)
  return async () => {
    await bundles.remove()
    await server.stop()
  }
}
