import type { DocumentType } from '@chancery/core'
import { tableDelimiter } from './delimited-text.ts'

export type TextType = Extract<
  DocumentType,
  'html' | 'svg' | 'xml' | 'json' | 'eml' | 'vcard' | 'csv' | 'tsv' | 'markdown' | 'text'
>

/** `isSure` is false where only a convention tells the types apart, so that a file's name may decide. */
export interface TextTypeGuess {
  readonly type: TextType
  readonly isSure: boolean
}

const prologue = /^\s*(?:(?:<\?[^>]{0,1024}\?>|<!--(?:[^-]|-(?!->)){0,4096}-->)\s*){0,16}/
const htmlRoot = /^(?:<!doctype\s+html|<html|<head|<body)[\s/>]/i
const htmlElement =
  /^<(?:a|article|b|blockquote|br|center|code|div|em|font|form|h[1-6]|hr|i|img|li|link|main|meta|ol|p|pre|script|section|span|strong|style|table|tbody|title|tr|u|ul)(?:[\s/>])/i
/** In the namespace of its own name: flat OpenDocument files declare that of XHTML beside others. */
const xhtmlRoot =
  /^<(?:[A-Za-z][\w.-]{0,128}\s(?:[^<>]{0,4096}\s)?xmlns|([A-Za-z][\w.-]{0,64}):[\w.-]{1,128}\s(?:[^<>]{0,4096}\s)?xmlns:\1)\s?=\s?["']http:\/\/www\.w3\.org\/1999\/xhtml["']/
const xmlRoot = /^<(?:[A-Za-z_][\w.-]{0,128}:)?[A-Za-z_][\w.-]{0,128}(?:\s[^<]{0,4096})?\/?>/

/** The type of a text by its beginning (`head`, some tens of kilobytes) and its last character but blanks. */
export function textTypeOf(head: string, last: string): TextTypeGuess {
  const start = head.charCodeAt(0) === 0xfeff ? head.slice(1) : head
  const sure = (type: TextType): TextTypeGuess => ({ type, isSure: true })
  if (/^\s*</.test(start)) {
    const body = start.slice(prologue.exec(start)?.[0].length ?? 0)
    if (htmlRoot.test(body)) return sure('html')
    if (/^(?:<!doctype\s+svg[^>]{0,512}>\s{0,64})?<(?:\w{1,32}:)?svg[\s/>]/i.test(body)) return sure('svg')
    if (xhtmlRoot.test(body)) return sure('html')
    // A page may have the declaration and no root of its own; its name then tells it from other XML.
    if (/^\s*<\?xml\s/.test(start)) return { type: 'xml', isSure: !htmlElement.test(body) }
    if (htmlElement.test(body)) return { type: 'html', isSure: false }
    // Old HTML of many a kind begins so, Markdown with elements of HTML, and XML without a declaration.
    if ((last === '>' && xmlRoot.test(body)) || /^<!doctype\s/i.test(body)) return { type: 'xml', isSure: false }
  }
  if (looksLikeJson(start, last)) return sure('json')
  if (/^\s*BEGIN:VCARD[ \t]*\r?$/im.test(start.slice(0, 256))) return sure('vcard')
  const mail = mailHeaders(start)
  if (mail !== undefined) return mail
  const delimiter = tableDelimiter(start)
  if (delimiter !== undefined) return { type: delimiter === '\t' ? 'tsv' : 'csv', isSure: false }
  return { type: looksLikeMarkdown(start) ? 'markdown' : 'text', isSure: false }
}

/** One value from the first to the last character; the inside is the parser's matter. */
function looksLikeJson(start: string, last: string): boolean {
  if (/^\s*\{\s*(?:"(?:[^"\\]|\\.){0,4096}"\s*:|\}\s*$)/.test(start)) return last === '}'
  return /^\s*\[\s*(?:[[{"]|-?\d+(?:\.\d+)?\s*[,\]]|true\b|false\b|null\b|\]\s*$)/.test(start) && last === ']'
}

const anyHeader = /^[!-9;-~]{1,76}:/
const letterHeader = /^(?:from|to|subject|date|cc|sender|reply-to):/i
const mailOnlyHeader =
  /^(?:message-id|mime-version|received|return-path|delivered-to|dkim-signature|content-type|x-[\w-]{1,64}|arc-[\w-]{1,64}):/i

/** Without one, whatever it is called, all of a text is lost to a reader of mails: it stands before the first empty line. */
export const beginsWithHeader = (head: string): boolean =>
  /^\ufeff?\s{0,64}(?:From \S|[!-9;-~]{1,76}[ \t]{0,8}:)/.test(head)

/**
 * RFC 5322 headers up to the first empty line. A memo has From and To as well: alone, they are not sure. What a program wrote
 * on a line before them is no header; then others must show that it is a mail.
 */
function mailHeaders(start: string): TextTypeGuess | undefined {
  const lines = start
    .replace(/^\s*\n/, '')
    .slice(0, 32_768)
    .split(/\r?\n/, 200)
  if (/^From \S/.test(lines[0] ?? '')) lines.shift()
  const isLed = lines[0] !== '' && !anyHeader.test(lines[0] ?? '')
  if (isLed) lines.shift()
  let letter = 0
  let mailOnly = 0
  let isArchive = false
  for (const line of lines) {
    if (line === '') break
    if (/^[ \t]/.test(line) && letter + mailOnly > 0) continue
    if (!anyHeader.test(line)) return undefined
    if (letterHeader.test(line)) letter++
    else if (mailOnlyHeader.test(line)) mailOnly++
    isArchive ||= /^content-type:[ \t]{0,9}multipart\/related/i.test(line)
  }
  if (isLed) return mailOnly >= 2 && letter >= 2 ? { type: 'eml', isSure: true } : undefined
  // A page that Word saved as a web archive has no sender.
  if (mailOnly >= 1 && (letter >= 1 || (mailOnly >= 2 && isArchive))) return { type: 'eml', isSure: true }
  return letter >= 3 ? { type: 'eml', isSure: false } : undefined
}

const markdownMarks: readonly RegExp[] = [
  /^#{1,6} \S/m,
  /^(?:```|~~~)/m,
  /!?\[[^\][\n]{1,200}\]\([^()\s]{1,500}\)/,
  /^\|?(?: {0,3}:?-{3,}:? {0,3}\|){1,64}/m,
  /\*\*[^\s*][^*\n]{0,200}\*\*/,
  /^[^\s#>*-][^\n]{0,200}\n(?:={3,}|-{3,})$/m,
  /^> \S/m,
  /^(?:[-*+] |\d{1,3}\. )\S[^\n]{0,500}\n(?:[-*+] |\d{1,3}\. )\S/m,
]

/** Two different marks; a `#` or a list alone stands in many a plain text. */
function looksLikeMarkdown(start: string): boolean {
  const text = start.slice(0, 16_384).replaceAll('\r\n', '\n')
  let marks = 0
  for (const mark of markdownMarks) if (mark.test(text) && ++marks === 2) return true
  return false
}
