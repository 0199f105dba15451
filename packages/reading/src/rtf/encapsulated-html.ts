import { decoderOf } from '../text/code-pages.ts'
import { characterWords } from './rtf-characters.ts'
import { RtfHeader } from './rtf-header.ts'
import { rtfTokens } from './rtf-tokens.ts'

interface Group {
  readonly kind: 'text' | 'tag' | 'fonts' | 'skip'
  readonly isSuppressed: boolean
  readonly font: number
  readonly fallbacks: number
}

const headBytes = 4096
const skipped = new Set(['colortbl', 'stylesheet', 'info', 'pntext', 'listtext', 'pict', 'mhtmltag', 'generator'])

/** The HTML that Outlook keeps inside RTF (MS-OXRTFEX), as it was written; `undefined` where there is none. */
export function encapsulatedHtml(bytes: Uint8Array): string | undefined {
  if (!/\\fromhtml1(?!\d)/.test(Buffer.from(bytes.subarray(0, headBytes)).toString('latin1'))) return undefined
  const header = new RtfHeader()
  const html: string[] = []
  const groups: Group[] = []
  let group: Group = { kind: 'text', isSuppressed: false, font: -1, fallbacks: 1 }
  let toSkip = 0
  let isIgnorable = false
  let pending: Uint8Array[] = []

  const put = (text: string): void => {
    if (group.kind === 'fonts') header.fontText(text)
    else if (group.kind === 'tag' || (group.kind === 'text' && !group.isSuppressed)) html.push(text)
  }
  const flush = (): void => {
    if (pending.length === 0) return
    const whole = Buffer.concat(pending)
    pending = []
    // What stands in a tag is written in the document's code page, whatever the font.
    const isPlain = group.kind === 'tag' || group.kind === 'fonts'
    const font = group.font === -1 ? header.defaultFont : group.font
    put(isPlain ? decoderOf(header.codePage)(whole) : header.decoder(font)(whole))
  }
  const word = (name: string, value: number | undefined): void => {
    const character = name === 'par' || name === 'line' ? '\r\n' : characterWords.get(name)
    const wasIgnorable = isIgnorable
    isIgnorable = false
    if (character !== undefined) {
      if (toSkip > 0) toSkip--
      else put(character)
      return
    }
    toSkip = 0
    if (name === '*') isIgnorable = true
    else if (name === 'u') {
      put(String.fromCharCode((value ?? 0x20) & 0xffff))
      toSkip = group.fallbacks
    } else if (name === 'uc') group = { ...group, fallbacks: Math.min(Math.max(value ?? 1, 0), 16) }
    else if (name === 'htmltag' && wasIgnorable) group = { ...group, kind: 'tag' }
    else if (name === 'htmlrtf') group = { ...group, isSuppressed: value !== 0 }
    else if (name === 'fonttbl') group = { ...group, kind: 'fonts' }
    else if (wasIgnorable || skipped.has(name)) group = { ...group, kind: 'skip' }
    else if (name === 'ansicpg') header.codePage = value || header.codePage
    else if (name === 'deff') header.defaultFont = value ?? 0
    else if (group.kind === 'fonts') header.fontWord(name, value ?? 0)
    else if (name === 'f') group = { ...group, font: value ?? 0 }
    else if (name === 'plain') group = { ...group, font: -1 }
  }

  for (const token of rtfTokens(bytes)) {
    if (token.kind === 'bytes') {
      const rest = toSkip === 0 ? token.bytes : token.bytes.subarray(toSkip)
      toSkip = Math.max(toSkip - token.bytes.length, 0)
      if (rest.length > 0) pending.push(rest)
      continue
    }
    flush()
    if (token.kind === 'open') {
      groups.push(group)
      toSkip = 0
    } else if (token.kind === 'close') {
      group = groups.pop() ?? group
      toSkip = 0
      if (groups.length === 0) break
    } else if (token.kind === 'word') word(token.name, token.value)
  }
  flush()
  return html.join('')
}
