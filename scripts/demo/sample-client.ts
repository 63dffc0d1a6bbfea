import * as z from 'zod/mini'

const withId = z.looseObject({ id: z.optional(z.string()) })

/** One sample member's browser: keeps its session, and throws when the site refuses something. */
export class SampleClient {
  readonly #url: string
  #cookie = ''
  id = ''

  constructor(url: string) {
    this.#url = url
  }

  async signUp(member: object): Promise<void> {
    this.id = (await this.send('POST', '/api/auth/register', member)).id
  }

  /** Sends a call; answers the id of what it made, empty where it made nothing. */
  async send(method: string, path: string, body: object): Promise<{ id: string }> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { 'content-type': 'application/json', cookie: this.#cookie },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${text}`)
    const [cookie] = response.headers.getSetCookie().filter((line) => line.startsWith('creative-wave='))
    if (cookie) this.#cookie = cookie.split(';')[0] ?? ''
    return { id: withId.parse(JSON.parse(text)).id ?? '' }
  }
}
