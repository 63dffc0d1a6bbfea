import * as z from 'zod/mini'

const withId = z.looseObject({ id: z.optional(z.string()) })

/** An HTTP client with the session of one sample user. */
export class SampleClient {
  readonly #url: string
  #cookie = ''
  id = ''

  constructor(url: string) {
    this.#url = url
  }

  async signUp(registration: object): Promise<void> {
    this.id = (await this.send('POST', '/api/auth/register', registration)).id
  }

  /** Sends a call; returns the `id` of the response, or an empty one. Throws when the response is not 2xx. */
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
