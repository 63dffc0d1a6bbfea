import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/checks/chromium.mjs'

const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium found: `npm test -- chromium` says what to do.')

/** A camera and a microphone that no machine needs to have, and nothing that calls home. */
const args = [
  // Without a graphics card Chromium would emulate one, which costs more than drawing directly.
  '--disable-gpu',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

export default defineConfig({
  testDir: 'e2e',
  // The stories, and what the pages weigh.
  projects: [{ name: 'browser' }, { name: 'size', testMatch: 'size.check.ts' }],
  outputDir: 'test-results/browser',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    permissions: ['camera', 'microphone'],
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    // Root and most containers have no sandbox to give, and only our own pages are opened.
    launchOptions: { executablePath, args, chromiumSandbox: false },
  },
})
