import { escapeMarkup } from '#server/http/pages/markup.ts'

export type MailLink = { label: string; url: string }

/** The parts of a mail, in the language of its recipient. */
export type MailContent = {
  subject: string
  /** May have line breaks. */
  paragraphs: string[]
  /** Words of somebody else, with their line breaks. */
  quote?: string
  action?: MailLink
  /** Further information for the recipient, in smaller print. */
  notes: string[]
  /** Below the notes. */
  noteLink?: MailLink
  replyTo?: string
  unsubscribeUrl?: string
}

type Site = { name: string; url: string }

/** Returns a mail as plain text. */
export function renderText({ paragraphs, quote, action, notes, noteLink }: MailContent, site: Site): string {
  const quoted = quote?.split(LINE_BREAK).map((line) => `> ${line}`)
  return [
    ...paragraphs,
    ...(quoted ? [quoted.join('\n')] : []),
    ...(action ? [textLink(action)] : []),
    ...notes,
    ...(noteLink ? [textLink(noteLink)] : []),
    `-- \n${site.name}\n${site.url}\n`,
  ].join('\n\n')
}

/** Every character that a mail program may show as a line break. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

const textLink = ({ label, url }: MailLink) => `${label}:\n${url}`

/** Returns a mail as HTML, with styles of its own: mail programs load no style sheets. */
export function renderHtml(content: MailContent, site: Site): string {
  const { subject, paragraphs, quote, action, notes, noteLink } = content
  const body = [
    `<p style="${STYLES.site}">${link(site.url, site.name, STYLES.siteLink)}</p>`,
    `<h1 style="${STYLES.heading}">${escapeMarkup(subject)}</h1>`,
    ...paragraphs.map((text) => `<p style="${STYLES.text}">${escapeMarkup(text)}</p>`),
    ...(quote === undefined
      ? []
      : [`<blockquote style="${STYLES.quote}">${escapeMarkup(quote)}</blockquote>`]),
    ...(action ? [`<p style="${STYLES.action}">${link(action.url, action.label, STYLES.button)}</p>`] : []),
    ...notes.map((text) => `<p style="${STYLES.note}">${escapeMarkup(text)}</p>`),
    ...(noteLink
      ? [`<p style="${STYLES.note}">${link(noteLink.url, noteLink.label, STYLES.noteLink)}</p>`]
      : []),
  ]
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeMarkup(subject)}</title></head>
<body dir="auto" style="${STYLES.page}"><div style="${STYLES.card}">
${body.join('\n')}
</div></body></html>`
}

function link(url: string, label: string, style: string): string {
  return `<a href="${escapeMarkup(url)}" style="${style}">${escapeMarkup(label)}</a>`
}

const FONT = "font-family:'Noto Sans',system-ui,-apple-system,'Segoe UI',sans-serif"

/** The colours of the light theme (src/web/styles/tokens.css), in a notation that all mail programs know. */
const STYLES = {
  page: `margin:0;padding:24px 12px;background:#faf6ee;color:#2e1826;${FONT}`,
  card: 'max-width:520px;margin:0 auto;padding:28px;background:#fffdf9;border:1px solid #e2d8cb;border-radius:6px',
  site: 'margin:0 0 24px',
  siteLink: 'color:#2e1826;font-size:15px;font-weight:700;text-decoration:none',
  heading: "margin:0 0 16px;font-family:'Noto Serif',Georgia,serif;font-size:24px;line-height:1.25",
  text: 'margin:0 0 16px;font-size:16px;line-height:1.55;white-space:pre-wrap;overflow-wrap:anywhere',
  quote:
    'margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #e2d8cb;font-size:16px;line-height:1.55;white-space:pre-wrap;overflow-wrap:anywhere',
  action: 'margin:24px 0',
  button:
    'display:inline-block;padding:12px 22px;background:#f3b33d;border-bottom:3px solid #a4690d;border-radius:6px;color:#2e1826;font-size:16px;font-weight:700;text-decoration:none',
  noteLink: 'color:#5a4753',
  note: 'margin:0 0 12px;font-size:14px;line-height:1.45;color:#5a4753',
}
