import type { DocumentType } from '@chancery/core'
import { textCharset } from './text-charset.ts'

const sampleSize = 16 * 1024

/** What kind of text it is, by how it begins and what its first lines look like. */
export function textType(bytes: Uint8Array): DocumentType {
  const charset = textCharset(bytes)
  if (charset === undefined) return 'unknown'
  const text = new TextDecoder(charset).decode(bytes.subarray(0, sampleSize)).trimStart()
  if (/^BEGIN:VCARD/i.test(text)) return 'vcard'
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[^]{0,500}?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(text)) return 'svg'
  if (
    /^(?:<\?xml[^>]*>\s*)?<!DOCTYPE\s+html|^(?:<!--[^]{0,500}?-->\s*)?<(?:html|head|body|title|meta|div|p|h[1-6]|table|ul|ol|span|article|section)[\s>]/i.test(
      text,
    )
  ) {
    return 'html'
  }
  if (text.startsWith('<?xml')) return /<html[\s>]/i.test(text) ? 'html' : 'xml'
  if (/^[{[]/.test(text) && looksLikeJson(text, bytes, charset)) return 'json'
  if (isMail(text)) return 'eml'
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  // The last line of a cut sample may be incomplete.
  const whole = bytes.length > sampleSize ? lines.slice(0, -1) : lines
  if (isDelimited(whole, '\t')) return 'tsv'
  if (isDelimited(whole, ',') || isDelimited(whole, ';') || isDelimited(whole, '|')) return 'csv'
  return isMarkdown(text, lines) ? 'markdown' : 'text'
}

function looksLikeJson(sample: string, bytes: Uint8Array, charset: string): boolean {
  if (bytes.length > 4 * 1024 * 1024) return /^(?:\{\s*"|\[\s*[[{"\d\-tfn\]])/.test(sample)
  const text = new TextDecoder(charset).decode(bytes)
  try {
    JSON.parse(text)
    return true
  } catch {
    // One JSON object a line.
    return /^\{.*\}\s*$/m.test(sample.split('\n')[0] ?? '') && /^\{\s*"/.test(sample)
  }
}

/** Header fields as RFC 5322 writes them, among them some that only mails have. */
function isMail(text: string): boolean {
  const head = text.split(/\r?\n\r?\n/)[0] ?? ''
  const lines = head.split(/\r?\n/).slice(0, 200)
  const isHeader = (line: string): boolean =>
    /^[A-Za-z][\w-]{0,60}:(?:\s|$)/.test(line) || /^[ \t]/.test(line) || /^(?:>?From )/.test(line)
  if (lines.length < 2 || !lines.every(isHeader)) return false
  const names = new Set(lines.map((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase()))
  const typical = [
    'from',
    'to',
    'subject',
    'date',
    'message-id',
    'received',
    'mime-version',
    'return-path',
    'content-type',
    'delivered-to',
  ]
  const count = typical.filter((name) => names.has(name)).length
  return count >= 3 || (count >= 2 && (names.has('mime-version') || names.has('message-id') || names.has('received')))
}

/** The same number of cells in nearly every line, quotes regarded. */
function isDelimited(lines: readonly string[], delimiter: string): boolean {
  const sample = lines.slice(0, 50)
  if (sample.length === 1)
    return delimiter !== '|' && cells(sample[0] ?? '', delimiter) >= 3 && !/[.!?]\s/.test(sample[0] ?? '')
  const counts = sample.map((line) => cells(line, delimiter))
  const first = counts[0] ?? 1
  if (first < 2) return false
  if (delimiter === '|' && sample.some((line) => /^\s*\|?[\s:|-]+\|?\s*$/.test(line))) return false
  const same = counts.filter((count) => count === first).length
  // Sentences with a comma each are no table: their cells are long and end in full stops.
  const prose = sample.filter((line) => /[.!?:]\s*$/.test(line) && / /.test(line)).length
  return same >= counts.length * 0.8 && prose < sample.length * 0.4
}

function cells(line: string, delimiter: string): number {
  let count = 1
  let quoted = false
  for (const character of line) {
    if (character === '"') quoted = !quoted
    else if (character === delimiter && !quoted) count++
  }
  return count
}

/** Marks that plain text hardly has: headings, fences, links, tables, several list items with emphasis. */
function isMarkdown(text: string, lines: readonly string[]): boolean {
  const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length
  return (
    count(/^#{1,6}\s+\S/) > 0 ||
    count(/^(?:```|~~~)/) >= 2 ||
    /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/.test(text) ||
    count(/^\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*$/) > 0 ||
    (count(/^\s*[-*+]\s+\S/) >= 2 && /(?:\*\*|__)\S[^\n]*?(?:\*\*|__)/.test(text))
  )
}
