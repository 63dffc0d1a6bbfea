import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundleProcesses } from '#server/testing/test-processes.ts'
import { startTestServer } from './test-server.ts'

/** Starts one PostgreSQL for the whole test run, with a migrated template that every test database is copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, bundles] = await Promise.all([startTestServer(), bundleProcesses()])
  project.provide('testServer', server.access)
  project.provide('bundles', bundles.folder)
  const checkouts = await mkdtemp(join(tmpdir(), 'cw-packages-'))
  // The apps of other OS users read the packages.
  await chmod(checkouts, 0o755)
  project.provide('checkoutPackages', join(checkouts, 'with spaces'))
  return async () => {
    await rm(checkouts, { recursive: true, force: true })
    await bundles.remove()
    await server.stop()
  }
}
