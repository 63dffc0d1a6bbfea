/** Embeddings, overrides, isolates, and the end of a paragraph, which ends all of them. */
const CONTROL = /[\u202A-\u202E\u2066-\u2069\n\r\u2029]/u
const EACH_CONTROL = new RegExp(CONTROL, 'gu')

const END_OF_EMBEDDING = '\u202C'
const END_OF_ISOLATE = '\u2069'
/** The kind of span that a control opens, and its replacement. Isolates replace embeddings (UAX 9, section 2.6). */
const OPENING = new Map<string, { kind: Opened['kind']; character: string }>([
  ['\u2066', { kind: 'isolate', character: '\u2066' }],
  ['\u2067', { kind: 'isolate', character: '\u2067' }],
  ['\u2068', { kind: 'isolate', character: '\u2068' }],
  ['\u202A', { kind: 'embedding', character: '\u2066' }],
  ['\u202B', { kind: 'embedding', character: '\u2067' }],
  ['\u202D', { kind: 'override', character: '' }],
  ['\u202E', { kind: 'override', character: '' }],
])

type Opened = { index: number; kind: 'isolate' | 'embedding' | 'override' }

/**
 * Removes bidirectional overrides, which show letters in another order than they have, turns embeddings into isolates, and removes
 * isolates that are not opened or not closed in their paragraph. So a text keeps its order, and does not affect what stands beside it.
 */
export function balanceBidi(text: string): string {
  if (!CONTROL.test(text)) return text
  const pieces: string[] = []
  const controls = new OpenControls(pieces)
  let end = 0
  for (const { 0: control, index } of text.matchAll(EACH_CONTROL)) {
    pieces.push(text.slice(end, index))
    pieces.push(controls.replace(control))
    end = index + control.length
  }
  controls.removeAll()
  pieces.push(text.slice(end))
  return pieces.join('')
}

class OpenControls {
  readonly #pieces: string[]
  #opened: Opened[] = []
  #isolates = 0

  constructor(pieces: string[]) {
    this.#pieces = pieces
  }

  /** Returns what replaces a control that becomes the next piece. */
  replace(control: string): string {
    const opening = OPENING.get(control)
    if (opening) {
      this.#opened.push({ index: this.#pieces.length, kind: opening.kind })
      if (opening.kind === 'isolate') this.#isolates += 1
      return opening.character
    }
    if (control === END_OF_EMBEDDING) return this.#endEmbedding()
    if (control === END_OF_ISOLATE) return this.#endIsolate()
    this.removeAll()
    return control
  }

  removeAll(): void {
    for (const { index } of this.#opened) this.#pieces[index] = ''
    this.#opened = []
    this.#isolates = 0
  }

  #endEmbedding(): string {
    const last = this.#opened.at(-1)
    if (last === undefined || last.kind === 'isolate') return ''
    this.#opened.pop()
    return last.kind === 'embedding' ? END_OF_ISOLATE : ''
  }

  /** Also ends what was opened within the isolate. */
  #endIsolate(): string {
    if (this.#isolates === 0) return ''
    this.#isolates -= 1
    for (let last = this.#opened.pop(); last && last.kind !== 'isolate'; last = this.#opened.pop())
      this.#pieces[last.index] = ''
    return END_OF_ISOLATE
  }
}
