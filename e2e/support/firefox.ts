import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { findOnPath } from '../../scripts/test/find-on-path.mjs'
import { BidiConnection } from './bidi-connection.ts'

const NAMES = ['firefox-esr', 'firefox']

/** Fake camera and microphone without a permission prompt, autoplay, and WebRTC over loopback. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.autoplay.blocking_policy': 0,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.disabledForTesting': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

const context = z.object({ context: z.string() })
const evaluated = z.union([
  z.object({ type: z.literal('success'), result: z.object({ value: z.optional(z.string()) }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
])
const located = z.object({ nodes: z.array(z.object({ sharedId: z.string() })) })
const screenshotResult = z.object({ data: z.string() })

/** Path of the system's Firefox: `FIREFOX_PATH`, else the first one on the PATH; `null` when there is none. */
export function findFirefox(): string | null {
  const named = process.env['FIREFOX_PATH']
  if (named) return existsSync(named) ? named : null
  return findOnPath(NAMES, process.env)
}

/** A page in a separate Firefox, driven over WebDriver BiDi: Playwright supports only its own patched Firefox. */
export class FirefoxPage {
  readonly #process: ChildProcess
  readonly #profile: string
  readonly #connection: BidiConnection
  readonly #context: string

  private constructor(
    browser: { process: ChildProcess; profile: string },
    connection: BidiConnection,
    id: string,
  ) {
    this.#process = browser.process
    this.#profile = browser.profile
    this.#connection = connection
    this.#context = id
  }

  static async open(executable: string): Promise<FirefoxPage> {
    const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    )
    await writeFile(join(profile, 'user.js'), lines.join('\n'))
    const child = spawn(
      executable,
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
    )
    const connection = await BidiConnection.open(`${await bidiUrlOf(child)}/session`)
    await connection.send('session.new', { capabilities: {} })
    const created = context.parse(await connection.send('browsingContext.create', { type: 'tab' }))
    const page = new FirefoxPage({ process: child, profile }, connection, created.context)
    await page.resize(1440, 900)
    return page
  }

  resize(width: number, height: number): Promise<unknown> {
    return this.#connection.send('browsingContext.setViewport', {
      context: this.#context,
      viewport: { width, height },
    })
  }

  goto(url: string): Promise<unknown> {
    return this.#connection.send('browsingContext.navigate', {
      context: this.#context,
      url,
      wait: 'complete',
    })
  }

  /** Runs a function in every document before its scripts. */
  addInitScript(script: () => void): Promise<unknown> {
    return this.#connection.send('script.addPreloadScript', {
      functionDeclaration: `() => { (${script.toString()})() }`,
    })
  }

  /** Runs a function in the page and returns its resolved value, which must be serializable as JSON. */
  async evaluate(script: (argument: string) => unknown, argument = ''): Promise<unknown> {
    const result = evaluated.parse(
      await this.#connection.send('script.callFunction', {
        functionDeclaration: `async (argument) => JSON.stringify((await (${script.toString()})(argument)) ?? null)`,
        arguments: [{ type: 'string', value: argument }],
        target: { context: this.#context },
        awaitPromise: true,
        userActivation: true,
      }),
    )
    if (result.type === 'exception') throw new Error(result.exceptionDetails.text)
    const value: unknown = JSON.parse(result.result.value ?? 'null')
    return value
  }

  /** Counts the elements with this role and accessible name. */
  async count(role: string, name: string): Promise<number> {
    return (await this.#locate(role, name)).length
  }

  /** Clicks the last of the elements with this role and accessible name: a dialog is after the page. */
  async click(role: string, name: string): Promise<void> {
    const node = (await this.#locate(role, name)).at(-1)
    if (!node) throw new Error(`Firefox shows no ${role} '${name}'`)
    const origin = { type: 'element', element: node }
    await this.#connection.send('input.performActions', {
      context: this.#context,
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x: 0, y: 0, origin },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ],
    })
  }

  /** The viewport as a PNG. */
  async screenshot(): Promise<Buffer> {
    const shot = screenshotResult.parse(
      await this.#connection.send('browsingContext.captureScreenshot', { context: this.#context }),
    )
    return Buffer.from(shot.data, 'base64')
  }

  /** With `PHOTOS=1`, writes the viewport to `test-results/photos/NAME.png`. */
  async photograph(name: string): Promise<void> {
    if (process.env['PHOTOS']) await writeFile(`test-results/photos/${name}.png`, await this.screenshot())
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#connection.close()
    this.#process.kill('SIGTERM')
    await ended
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }

  async #locate(role: string, name: string): Promise<{ sharedId: string }[]> {
    const locator = { type: 'accessibility', value: { role, name } }
    const response = await this.#connection.send('browsingContext.locateNodes', {
      context: this.#context,
      locator,
    })
    return located.parse(response).nodes
  }
}

/** Returns the URL of the BiDi socket, which Firefox prints to stderr. */
async function bidiUrlOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('stderr of Firefox is not piped')
  const printed: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (url !== undefined) {
      // Keep reading: a full pipe would block the browser.
      child.stderr.resume()
      return url
    }
    printed.push(line)
  }
  throw new Error(`Firefox did not start: ${printed.slice(-5).join('\n')}`)
}
