import { signs } from '../../template/carried-tags.ts'

/** A word or a quoted text of a field code. */
export interface CodeToken {
  readonly text: string
  /** Its text without quotation marks: offsets into the code. */
  readonly from: number
  readonly until: number
  readonly isQuoted: boolean
}

/** A field code, taken apart (ECMA-376 part 1, 17.16.2). */
export interface FieldCode {
  /** In capitals: `MERGEFIELD`. */
  readonly type: string
  readonly args: readonly CodeToken[]
  /** By letter, in small: `*`, `#`, `@`, `b`. */
  readonly switches: ReadonlyMap<string, readonly string[]>
}

/** Longest field code that is read. */
const maxLength = 20_000
const quotes: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' }
/** Switches that an argument follows. */
const withArgument = new Set(['*', '#', '@', 'b', 'f'])
const withMoreArguments = new Set([...withArgument, 'c', 'e', 'l'])

/** Reads a field code; `undefined` for an empty one, or one that is too long. Linear. */
export function parseFieldCode(code: string): FieldCode | undefined {
  if (code.length > maxLength) return undefined
  const tokens = tokensOf(code)
  const [first, ...rest] = tokens
  if (first === undefined) return undefined
  const type = first.text.toUpperCase()
  const taking = type === 'ADDRESSBLOCK' || type === 'GREETINGLINE' ? withMoreArguments : withArgument
  const args: CodeToken[] = []
  const switches = new Map<string, string[]>()
  for (let index = 0; index < rest.length; index++) {
    const token = rest[index] as CodeToken
    if (token.isQuoted || !token.text.startsWith('\\') || token.text.length < 2) {
      args.push(token)
      continue
    }
    const letter = (token.text[1] ?? '').toLowerCase()
    const given = switches.get(letter) ?? []
    switches.set(letter, given)
    const next = rest[index + 1]
    if (!taking.has(letter) || next === undefined || isSwitch(next)) continue
    given.push(next.text)
    index++
  }
  return { type, args, switches }
}

const isSwitch = ({ isQuoted, text }: CodeToken): boolean => !isQuoted && text.startsWith('\\')

function tokensOf(code: string): readonly CodeToken[] {
  const tokens: CodeToken[] = []
  let at = 0
  while (at < code.length) {
    const char = code[at] ?? ''
    if (/\s/.test(char)) {
      at++
      continue
    }
    const close = quotes[char]
    if (close !== undefined) {
      let end = at + 1
      while (end < code.length && code[end] !== close && code[end] !== '"') end += code[end] === '\\' ? 2 : 1
      end = Math.min(end, code.length)
      const text = code.slice(at + 1, end).replaceAll(/\\(["\\])/g, '$1')
      tokens.push({ text, from: at + 1, until: end, isQuoted: true })
      at = end + 1
      continue
    }
    let end = at + 1
    if (char === '\\') end = at + 2
    else if (/[=<>]/.test(char)) {
      if (/^(?:<=|>=|<>)/.test(code.slice(at, at + 2))) end = at + 2
    } else while (end < code.length && !/[\s"“„=<>]/.test(code[end] ?? '') && !startsSwitch(code, end)) end++
    tokens.push({ text: code.slice(at, end), from: at, until: end, isQuoted: false })
    at = end
  }
  return tokens
}

const startsSwitch = (code: string, at: number): boolean => code[at] === '\\' && /[*#@]/.test(code[at + 1] ?? '')

/** A code without the text that has no second quotation mark; `undefined` where all are closed. */
export function openText(code: string): string | undefined {
  const last = tokensOf(code.slice(0, maxLength)).at(-1)
  return last?.isQuoted === true && last.until >= Math.min(code.length, maxLength)
    ? code.slice(last.from, last.until).trim()
    : undefined
}

/** Whether a token is one field within this one, and nothing else. */
export const isNestedField = ({ text }: CodeToken): boolean => text.trim() === signs.nested
