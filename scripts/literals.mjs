// node scripts/literals.mjs: fails on text for people that is written into the web's code instead of the catalogue.
// literals.test.ts plants a violation of each rule. Uses Vite's own parser.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { sourceFiles } from './message-keys.mjs'

/** Attributes, properties and assigned fields whose text is shown or read aloud. */
const SHOWN =
  /^(title|alt|placeholder|label|hint|error|text|description|confirm|cancel|pendingText|context|message|textContent|innerText|aria-?(label|description|placeholder|roledescription|valuetext)|aria(Label|Description|ValueText))$/
/** Calls whose text is shown. */
const SHOWING = new Set(['alert', 'confirm', 'prompt', 'toast', 'setCustomValidity'])
/** Calls whose text is for developers. */
const TECHNICAL = /((Error|Exception)$|^console$|^assert$|^invariant$)/
/** A sentence or a title: a capital first, and more than one word. */
const SENTENCE = /^\p{Lu}[\p{Ll}’']*,?( [\p{L}\p{N}’'…-]+[.,:;!?…]*)+$/u

/**
 * Literal texts of one file.
 *
 * @param {string} name of the file, for its syntax
 * @param {string} code
 * @returns {{ line: number, text: string }[]}
 */
export function literalTexts(name, code) {
  const { program, errors } = parseSync(name, code)
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`)
  const found = new Map()
  const report = (node) =>
    found.set(node.start, {
      line: code.slice(0, node.start).split('\n').length,
      text: code.slice(node.start, node.end).trim(),
    })
  new Visitor(visitor(report)).visit(program)
  return [...found.values()]
}

function visitor(report) {
  let technical = 0
  const shown = (node) => textNodes(node).forEach(report)
  // A property may also hold a code ('failed'), and a code is neither capital nor several words.
  const prose = (node) => textNodes(node).filter(looksWritten).forEach(report)
  const enter = ({ callee }) => {
    if (isTechnical(callee)) technical += 1
  }
  const leave = ({ callee }) => {
    if (isTechnical(callee)) technical -= 1
  }
  const children = ({ children: parts }) =>
    parts.forEach((part) => (part.type === 'JSXText' ? hasWords(part.value) && report(part) : shown(part)))
  return {
    JSXElement: (node) => node.openingElement.name.name !== 'code' && children(node),
    JSXFragment: children,
    JSXAttribute: ({ name, value }) => SHOWN.test(name.name) && shown(value),
    Property: ({ key, value }) => SHOWN.test(key.name ?? key.value) && prose(value),
    AssignmentExpression: ({ left, right }) =>
      left.type === 'MemberExpression' && SHOWN.test(left.property.name) && shown(right),
    NewExpression: enter,
    'NewExpression:exit': leave,
    CallExpression(node) {
      enter(node)
      const name = node.callee.property?.name ?? node.callee.name
      if (SHOWING.has(name)) node.arguments.forEach(shown)
      if (name === 'setAttribute' && SHOWN.test(node.arguments[0]?.value)) shown(node.arguments[1])
    },
    'CallExpression:exit': leave,
    Literal(node) {
      if (technical === 0 && typeof node.value === 'string' && SENTENCE.test(node.value)) report(node)
    },
  }
}

function isTechnical(callee) {
  return TECHNICAL.test(callee.object?.name ?? callee.name ?? '')
}

/** The literal texts that an expression may turn out to be. */
function textNodes(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' && hasWords(node.value) ? [node] : []
    case 'TemplateLiteral':
      return node.quasis.some(({ value }) => hasWords(value.cooked)) ? [node] : []
    case 'ConditionalExpression':
      return [...textNodes(node.consequent), ...textNodes(node.alternate)]
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : textNodes(node.left)), ...textNodes(node.right)]
    case 'BinaryExpression':
      return node.operator === '+' ? [...textNodes(node.left), ...textNodes(node.right)] : []
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return textNodes(node.expression)
    default:
      return []
  }
}

function looksWritten(node) {
  return node.type === 'TemplateLiteral' || /^\P{L}*\p{Lu}|\s|[.!?…]$/u.test(node.value)
}

function hasWords(text) {
  // An address is the same in every language.
  return /\p{L}{2,}/u.test(text.replace(/https?:\/\/\S*/, ''))
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../src/web', import.meta.url))
  const files = sourceFiles(folder)
  let count = 0
  for (const file of files) {
    for (const { line, text } of literalTexts(file, readFileSync(`${folder}/${file}`, 'utf8'))) {
      count += 1
      console.error(`src/web/${file}:${line}: put ${text} into the catalogue`)
    }
  }
  console.log(`${files.length} files, ${count} literal texts`)
  if (files.length === 0 || count > 0) process.exitCode = 1
}
