import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as it arrived, before decoding. */
export type ReceivedMail = { to: string[]; raw: string; isEncrypted: boolean; user: string | null }

/** A mail server on 127.0.0.1 that keeps what it receives. */
export class TestSmtpServer {
  readonly received: ReceivedMail[] = []
  /** Addresses that are refused with 550. */
  readonly refused = new Set<string>()
  /** Recipients that were named, refused ones too. */
  readonly asked: string[] = []
  #server: SMTPServer | null = null
  #port = 0
  readonly #options: SMTPServerOptions

  private constructor(options: SMTPServerOptions) {
    this.#options = options
  }

  /** Starts a server; it needs neither TLS nor a password by default. */
  static async start(options: SMTPServerOptions = {}): Promise<TestSmtpServer> {
    const server = new TestSmtpServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      ...options,
    })
    await server.start()
    return server
  }

  get port(): number {
    return this.#port
  }

  /** The environment of an app that sends its mail here. */
  get env(): { SMTP_URL: string; MAIL_FROM: string } {
    return { SMTP_URL: `smtp://127.0.0.1:${this.#port}`, MAIL_FROM: 'post@example.org' }
  }

  /** Listens again, on the same port. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      ...this.#options,
      onRcptTo: ({ address }, _session, callback) => {
        this.asked.push(address)
        if (!this.refused.has(address)) return callback()
        callback(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
      },
      onData: (stream, { envelope, secure, user }, callback) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const to = envelope.rcptTo.map(({ address }) => address)
          const raw = Buffer.concat(chunks).toString()
          this.received.push({ to, raw, isEncrypted: secure, user: typeof user === 'string' ? user : null })
          callback()
        })
      },
    })
    // A client that refuses the certificate ends its connection.
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', () => resolve()))
    // Boundary: a server that listens on TCP has such an address.
    this.#port = (server.server.address() as AddressInfo).port
    this.#server = server
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  /** The mails to this address, oldest first. */
  mailsTo(address: string): MailText[] {
    return this.received.filter(({ to }) => to.includes(address)).map(({ raw }) => new MailText(raw))
  }
}

/** A decoded mail. */
class MailText {
  readonly #raw: string

  constructor(raw: string) {
    this.#raw = raw
  }

  header(name: string): string | undefined {
    const head = this.#raw.slice(0, this.#raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
    return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]
  }

  /** The text and the HTML, without the line breaks of quoted-printable. */
  get body(): string {
    const joined = this.#raw.slice(this.#raw.indexOf('\r\n\r\n')).replace(/=\r\n/g, '')
    return joined.replace(/(=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    )
  }

  /** The token of its link to this path. */
  tokenOf(path: string): string {
    const token = new RegExp(`${path}\\?token=([\\w.-]+)`).exec(this.body)?.[1]
    if (token === undefined) throw new Error(`the mail has no link to ${path}: ${this.body}`)
    return token
  }
}
