import type { TestProject } from 'vitest/node'
import { bundleProcesses } from '#server/live-engine/testing/bundled-processes.ts'
import { startTestServer } from './test-server.ts'

/** Starts one PostgreSQL for the whole test run, with a migrated template that every test database is copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, removeBundles] = await Promise.all([startTestServer(), bundleProcesses()])
  project.provide('testServer', server.access)
  return async () => {
    await removeBundles()
    await server.stop()
  }
}
