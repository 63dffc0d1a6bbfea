import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import type {} from './src/media/testing/provided.d.ts'
import { icu } from './scripts/icu.ts'
import { UNIT_WORKERS, scaled } from './scripts/test/machine-limits.ts'
import { WaitingFirst } from './scripts/test/waiting-first.ts'

const databaseSetup = 'src/server/db/testing/test-global-setup.ts'

export default defineConfig({
  test: {
    // The live engine's native module aborts a process when several threads load it.
    pool: 'forks',
    // Loading packages takes longer than most test files, so files run in the same process one after another.
    isolate: false,
    maxWorkers: UNIT_WORKERS,
    sequence: { sequencer: WaitingFirst },
    // Factor for tests that repeat something; `npm run soak` sets it.
    provide: { soak: Number(process.env['SOAK'] ?? 1) },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    server: { deps: { inline: ['use-intl'] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          setupFiles: [
            'scripts/test/remove-stubs.ts',
            'scripts/test/extend-wait-timeouts.ts',
            'src/server/testing/use-bundled-processes.ts',
            'src/server/testing/print-error-log.ts',
          ],
          include: ['src/{server,media,shared,transcode}/**/*.test.ts', '{bench,scripts}/**/*.test.ts'],
          globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
          // Tests start real servers and databases; generous, so that they pass on a busy machine.
          testTimeout: scaled(180_000),
          hookTimeout: scaled(180_000),
        },
      },
      {
        extends: true,
        plugins: [icu()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          setupFiles: [
            'scripts/test/remove-stubs.ts',
            'scripts/test/reset-page.ts',
            'scripts/test/extend-wait-timeouts.ts',
          ],
          include: ['src/web/**/*.test.{ts,tsx}'],
          // The browser build of the library, as in the site's bundle.
          alias: [{ find: /^tus-js-client$/, replacement: 'tus-js-client/lib.es5/browser/index.js' }],
          testTimeout: scaled(60_000),
          hookTimeout: scaled(60_000),
        },
      },
    ],
  },
})
