import { fold, isAscii } from '#shared/text/fold.ts'
import { SPACELESS_LETTERS } from '#shared/text/search-words.ts'

/** Returns the first watched word or phrase in a text, as its author wrote it; null if there is none. */
export type FindWatchedWord = (text: string) => string | null

/** Finds nothing. */
export const NO_WORDS: FindWatchedWord = () => null

/**
 * Compiles a list of words and phrases. They are found as whole words, ignoring case and accents: `_` and every other character
 * that is neither letter nor digit separates words, in phrases too (`bad-word` contains the phrase `bad word`). In scripts without
 * spaces each letter is a word, so that a word is found wherever its letters are.
 */
export function compileWords(words: readonly string[]): FindWatchedWord {
  const root = createNode()
  for (const word of words) {
    const parts = wordsIn(fold(word))
    if (parts.length > 0) addPath(root, parts).isEnd = true
  }
  if (root.next.size === 0) return NO_WORDS
  return (text) => {
    const found = findPhrase(wordsIn(fold(text)), root)
    return found && originalTextOf(text, found)
  }
}

/** A node of the trie of words. `isEnd`: the path to it is a watched word or phrase. */
type Node = { next: Map<string, Node>; isEnd: boolean }

const createNode = (): Node => ({ next: new Map(), isEnd: false })

function addPath(root: Node, parts: readonly string[]): Node {
  let node = root
  for (const part of parts) {
    const next = node.next.get(part) ?? createNode()
    node.next.set(part, next)
    node = next
  }
  return node
}

/** A range of words in a text, from the index `start` up to but excluding `end`. */
type WordRange = { start: number; end: number }

function findPhrase(textWords: readonly string[], root: Node): WordRange | null {
  for (let start = 0; start < textWords.length; start++) {
    let node: Node | undefined = root
    for (let end = start; node && end <= textWords.length; end++) {
      if (node.isEnd) return { start, end }
      node = node.next.get(textWords[end] ?? '')
    }
  }
  return null
}

const WORD = new RegExp(`[${SPACELESS_LETTERS}]|[[\\p{L}\\p{N}]--[${SPACELESS_LETTERS}]]+`, 'gv')
const ASCII_WORD = /[a-z0-9]+/g

function wordsIn(folded: string): readonly string[] {
  return folded.match(isAscii(folded) ? ASCII_WORD : WORD) ?? []
}

/**
 * Returns the words of a range as they stand in the text, with case, accents and punctuation. Folds the characters one by one to
 * find their positions. This is slow, and needed only for a refused text.
 */
function originalTextOf(text: string, { start, end }: WordRange): string {
  const characters = [...text]
  const foldedCharacters = characters.map(fold)
  const matches = [...foldedCharacters.join('').matchAll(WORD)]
  const [first, last] = [matches[start], matches[end - 1]]
  if (!first || !last) return text
  const [from, until] = [first.index, last.index + last[0].length]
  let offset = 0
  return characters
    .filter((_, index) => {
      const length = foldedCharacters[index]?.length ?? 0
      const isInside = offset + length > from && offset < until
      // A combining mark folds to nothing: it belongs to the letter before it.
      const isMark = length === 0 && offset > from && offset <= until
      offset += length
      return (length > 0 && isInside) || isMark
    })
    .join('')
}
