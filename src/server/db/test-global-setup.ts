import type { TestProject } from 'vitest/node'
import { startTestServer } from './test-server.ts'

/** One PostgreSQL for a whole test run, with a migrated template that every test database is copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  project.provide('testServer', server.access)
  return () => server.stop()
}
