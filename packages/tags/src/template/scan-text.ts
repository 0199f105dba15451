import { parseExpression } from '../syntax/parse-expression.ts'
import { maxTagLength, tagFault, type TagFault } from '../syntax/fault.ts'

/** Neither is empty, and they differ. */
export interface Delimiters {
  readonly open: string
  readonly close: string
}

/** Of Word templates and file names in which there is no `{{`. */
export const singleBraces: Delimiters = { open: '{', close: '}' }
/** Of e-mail templates, and of whatever else has them. */
export const doubleBraces: Delimiters = { open: '{{', close: '}}' }

/** A stretch between delimiters: `start` and `end` with them, UTF-16 offsets into the text. */
export interface RawTag {
  readonly start: number
  readonly end: number
  /** What stands between the delimiters, as written. */
  readonly source: string
}

/** Finds the tags of a text, and the delimiters that have no partner. Quoted braces belong to the tag. Linear. */
export function scanText(
  text: string,
  { open, close }: Delimiters,
): {
  readonly tags: readonly RawTag[]
  readonly faults: readonly TagFault[]
} {
  const tags: RawTag[] = []
  const faults: TagFault[] = []
  const width = open.length
  const closeWidth = close.length
  let at = 0
  // Looked for again only once they are passed: a search to the end for every tag would be quadratic.
  let start = text.indexOf(open)
  let strayClose = text.indexOf(close)
  for (;;) {
    if (start !== -1 && start < at) start = text.indexOf(open, at)
    if (strayClose !== -1 && strayClose < at) strayClose = text.indexOf(close, at)
    if (strayClose !== -1 && (start === -1 || strayClose < start)) {
      faults.push(
        tagFault(
          'unopened_tag',
          `There is a "${close}" without a "${open}" before it.`,
          strayClose,
          strayClose + closeWidth,
          openBefore(text.slice(Math.max(0, strayClose - maxKey), strayClose), { open, close }) ??
            `Write "${open}" before the tag, or remove the "${close}".`,
        ),
      )
      at = strayClose + closeWidth
      continue
    }
    if (start === -1) return { tags, faults }
    const end = endOfTag(text, start + width, open, close)
    if (end === undefined) {
      const next = text.indexOf(open, start + width)
      const until = Math.min(next === -1 ? text.length : next, start + 80)
      const isDouble = next !== -1 && text.slice(start + width, next).trim() === ''
      faults.push(
        isDouble
          ? tagFault(
              'duplicate_open',
              `"${open}" stands twice.`,
              start,
              next + width,
              `Write "${open}" once, without a space after it${insideDoubled(text.slice(next + width, next + maxKey), { open, close })}.`,
            )
          : tagFault(
              'unclosed_tag',
              `A "${open}" is never closed.`,
              start,
              until,
              keyInTag(text.slice(start, start + maxKey), { open, close }) ??
                bracesInTest(text.slice(start, start + maxKey), { open, close }) ??
                closeBehind(text.slice(start + width, start + maxKey), { open, close }),
            ),
      )
      at = start + width
      continue
    }
    tags.push({ start, end: end + closeWidth, source: text.slice(start + width, end) })
    at = end + closeWidth
    const extra = /^\s?/.exec(text.slice(at, at + 1))?.[0].length ?? 0
    if (text.startsWith(close, at + extra) && isTagLike(text.slice(start + width, end))) {
      faults.push(
        tagFault(
          'duplicate_close',
          `"${close}" stands twice.`,
          at - closeWidth,
          at + extra + closeWidth,
          `Write "${close}" once: ${open}${text.slice(start + width, end).trim()}${close}.`,
        ),
      )
      at += extra + closeWidth
    }
  }
}

/** UTF-16 units in which a key in a tag of its own is looked for. */
const maxKey = 200

/** `{#if {paid}}`: a value of a test with braces of its own. */
function bracesInTest(text: string, { open, close }: Delimiters): string | undefined {
  const [head = '', rest = ''] = text.slice(open.length).split(open, 2)
  const [value = '', behind] = rest.split(close, 2)
  if (!/^\s?(?:[#^]\s?(?:if|unless|each)|else\s?if)\s(?:[^{}]{0,60}[\s(!<>=])?$/.test(head) || behind === undefined)
    return undefined
  if (!/^\s?[\p{L}_][^{}/#]{0,100}$/u.test(value)) return undefined
  const [test = ''] = text.slice(text.indexOf(close) + close.length).split(close, 1)
  return /[{}\n]/.test(test)
    ? undefined
    : `Write ${open}${head}${value.trim()}${test}${close}: no braces stand in a tag.`
}

/** `{prices.{code}}`: a key, which stands in square brackets. */
function keyInTag(text: string, { open, close }: Delimiters): string | undefined {
  const [outer = '', rest = ''] = text.slice(open.length).split(open, 2)
  const [, path] = /^\s*([\p{L}_][\p{L}\p{N}_.]*?)\s*\.?\[?\s*$/u.exec(outer) ?? []
  const [key = '', behind] = rest.split(close, 2)
  if (
    path === undefined ||
    behind === undefined ||
    !/^\]?(?:\.[\p{L}_][\p{L}\p{N}_.]{0,100})?$/u.test(behind) ||
    !/^(?:[\p{L}_][\p{L}\p{N}_.]*|\d{1,6})$/u.test(key.trim())
  )
    return undefined
  const field = behind.replace(']', '')
  return rest.split(close).length < 3 ? undefined : `Write ${open}${path}[${key.trim()}]${field}${close}.`
}

/** `: {client.name}` of `{{client.name}`: the tag whose delimiter stands there twice or more. */
function insideDoubled(text: string, { open, close }: Delimiters): string {
  const [inner = '', behind] = text.replace(/^[\s{]+/, '').split(close, 2)
  return behind === undefined || inner.includes(open) || !isTagLike(inner) ? '' : `: ${open}${inner.trim()}${close}`
}

/** A path with what formatters are behind it, as far as it goes without a doubt. */
const value = String.raw`[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*(?:\s?\|\s?\p{L}+(?::(?:"[^"]{0,60}"|-?\d{1,9}))*)*`
const valueFirst = new RegExp(String.raw`^\s?([#/^%~]?${value})(?=[\s,;!?)\]>»]|$|\.(?:\s|$))`, 'u')
const valueLast = new RegExp(String.raw`(?:^|[\s｛❴﹛⦃⁅(\[<«])((?=[^|\s]*[._|]|[^|]*\|)${value})\s?$`, 'u')

/** `(fee`: another bracket was taken. */
const bracketedLast = /[([<«]([\p{L}_][\p{L}\p{N}_]{0,60})$/u

/** Where a tag is to be closed that begins with a name. */
function closeBehind(text: string, { open, close }: Delimiters): string {
  const hint = `Write "${close}" at the end of the tag`
  const inner = sectionFirst(text.split(open, 1)[0] ?? '') ?? valueFirst.exec(text)?.[1]
  return inner === undefined || /^[#^]\s?[^\s]*$/.test(inner) ? `${hint}.` : `${hint}: ${open}${inner}${close}.`
}

/** `#if not paid` of `{#if not paid)`: the longest test that another bracket ends. */
function sectionFirst(text: string): string | undefined {
  const [head = ''] = /^\s?[#^]\s?(?:if|unless|each)\s+/.exec(text) ?? []
  if (head === '') return undefined
  const ends = [...text.slice(0, maxSection).matchAll(/[)\]>»｝❵]/g)].map(({ index }) => index).toReversed()
  const tests = ends.map((end) => text.slice(head.length, end).trim())
  const test = tests.find((each) => {
    const parsed = parseExpression(each)
    return parsed.ok && !/\p{L}\s\p{L}/u.test(each.replaceAll(/(?<!\p{L})(?:and|or|not)(?!\p{L})/gu, '&'))
  })
  return test === undefined ? undefined : head.trimStart() + test.replace(/^!\s?/, 'not ')
}
const maxSection = 120

/** Where a tag is to be opened that ends with a path or a formatter. */
function openBefore(text: string, { open, close }: Delimiters): string | undefined {
  const inner = valueLast.exec(text)?.[1] ?? bracketedLast.exec(text)?.[1]
  return inner === undefined ? undefined : `Write "${open}" before the tag: ${open}${inner}${close}.`
}

const isTagLike = (source: string): boolean => /^\s*[#^/%~]?\s*[\p{L}_$.]/u.test(source)

/** Where the closing delimiter begins; none if the text ends or another tag opens before it. */
function endOfTag(text: string, from: number, open: string, close: string): number | undefined {
  const last = Math.min(text.length, from + maxTagLength + close.length)
  let quote = ''
  let fallback: number | undefined
  for (let at = from; at < last; at++) {
    const char = text[at] ?? ''
    if (text.startsWith(close, at)) {
      if (quote === '') return at
      fallback ??= at
    }
    if (quote === '' && text.startsWith(open, at)) return undefined
    if (quote !== '' && text.startsWith(open, at) && fallback !== undefined) return fallback
    if (quote !== '' && char === '\\') at++
    else if (char === quote) quote = ''
    // Only a quotation mark where a value can stand opens a text; it's is an apostrophe.
    else if (quote === '' && char === '"' && /[|:?=<>(!\s[,]/.test(text[at - 1] ?? '')) quote = '"'
  }
  return fallback
}
