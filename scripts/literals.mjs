// node scripts/literals.mjs: fails on user-visible text that is written into the web's code instead of the catalogue.
// literals.test.ts plants a violation of each rule. Uses the parser of Vite.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { sourceFiles } from './message-keys.mjs'

/** Attributes, properties and assigned fields whose text is visible or read by a screen reader. */
const VISIBLE_FIELDS =
  /^(title|alt|placeholder|label|hint|error|text|description|confirm|cancel|pendingText|context|message|textContent|innerText|aria-?(label|description|placeholder|roledescription|valuetext)|aria(Label|Description|ValueText))$/
/** Calls whose text arguments are visible. */
const VISIBLE_CALLS = new Set(['alert', 'confirm', 'prompt', 'toast', 'setCustomValidity'])
/** Calls whose text arguments are for developers. */
const DEVELOPER_CALLS = /((Error|Exception)$|^console$|^assert$|^invariant$)/
/** A sentence or a title: starts with a capital, and has more than one word. */
const SENTENCE = /^\p{Lu}[\p{Ll}’']*,?( [\p{L}\p{N}’'…-]+[.,:;!?…]*)+$/u

/**
 * Finds the user-visible literal texts of a file; throws when it does not parse.
 *
 * @param {string} name file name; its extension selects the syntax
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
  let developerCallDepth = 0
  const reportTexts = (node) => textNodes(node).forEach(report)
  // A property may also contain a code ('failed'), which has neither a capital nor several words.
  const reportProse = (node) => textNodes(node).filter(looksLikeProse).forEach(report)
  const enterCall = ({ callee }) => {
    if (isForDevelopers(callee)) developerCallDepth += 1
  }
  const leaveCall = ({ callee }) => {
    if (isForDevelopers(callee)) developerCallDepth -= 1
  }
  const reportChildren = ({ children: parts }) =>
    parts.forEach((part) =>
      part.type === 'JSXText' ? hasWords(part.value) && report(part) : reportTexts(part),
    )
  return {
    JSXElement: (node) => node.openingElement.name.name !== 'code' && reportChildren(node),
    JSXFragment: reportChildren,
    JSXAttribute: ({ name, value }) => VISIBLE_FIELDS.test(name.name) && reportTexts(value),
    Property: ({ key, value }) => VISIBLE_FIELDS.test(key.name ?? key.value) && reportProse(value),
    AssignmentExpression: ({ left, right }) =>
      left.type === 'MemberExpression' && VISIBLE_FIELDS.test(left.property.name) && reportTexts(right),
    NewExpression: enterCall,
    'NewExpression:exit': leaveCall,
    CallExpression(node) {
      enterCall(node)
      const name = node.callee.property?.name ?? node.callee.name
      if (VISIBLE_CALLS.has(name)) node.arguments.forEach(reportTexts)
      if (name === 'setAttribute' && VISIBLE_FIELDS.test(node.arguments[0]?.value))
        reportTexts(node.arguments[1])
    },
    'CallExpression:exit': leaveCall,
    Literal(node) {
      if (developerCallDepth === 0 && typeof node.value === 'string' && SENTENCE.test(node.value))
        report(node)
    },
  }
}

function isForDevelopers(callee) {
  return DEVELOPER_CALLS.test(callee.object?.name ?? callee.name ?? '')
}

/** The literal text nodes that an expression may evaluate to. */
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

function looksLikeProse(node) {
  return node.type === 'TemplateLiteral' || /^\P{L}*\p{Lu}|\s|[.!?…]$/u.test(node.value)
}

function hasWords(text) {
  // URLs are not translated.
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
