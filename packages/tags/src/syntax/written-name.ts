import { unseenSigns } from './unseen.ts'

/** A text between delimiters that may be a name of the data, as it is written. */
export interface WrittenName {
  /** With single spaces and plain apostrophes. */
  readonly text: string
  /** UTF-16 offsets into the source. */
  readonly start: number
  readonly end: number
}

/**
 * Letters and numbers with what people put between and behind them, an asterisk within a word (`Mieter*in`) and square brackets behind
 * a space (`Area [m2]`) too; brackets are looked at one by one.
 */
const signs =
  /^(?:№ ?)?[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_\s'.()（）・/&%#°º€$£¥+–-]|(?<=\p{L})\*(?=\p{L})|(?<=\s)\[(?=[^[\]]{1,20}\]$)|\]$)*\??$/u
/** Between commas: each begins large, for `{a, b}` is a set and no name. */
const listed = /^\p{Lu}[\p{L}\p{M}\p{N}'.]+(?:[ -][\p{L}\p{N}][\p{L}\p{M}\p{N}'.]*)*$/u
const unseen = new RegExp(`[${unseenSigns}]+`, 'g')
const operators = 'and|or|not'
/** Longest name, in UTF-16 units. */
const maxLength = 200

/**
 * What stands before the first formatter, where it can be a name at all: `Amount (EUR)`, `Tel. Nr.`, `City, State`,
 * `Terms and Conditions`. Whether it is one, the data says, or that nothing else can be meant (`isNameAlone`).
 */
export function writtenName(source: string): WrittenName | undefined {
  const bar = /(?<!\|)\|(?!\|)/.exec(source)?.index ?? source.length
  const head = source.slice(0, bar)
  const start = head.length - head.trimStart().length
  const end = head.trimEnd().length
  if (end - start > maxLength || end <= start) return undefined
  const text = head.slice(start, end).replaceAll(unseen, '').replaceAll(/[’ʼ]/g, "'").replaceAll(/\s+/g, ' ')
  if (text.includes(', ')) return text.split(', ').every((part) => listed.test(part)) ? { text, start, end } : undefined
  return signs.test(text) && /\p{L}/u.test(text) && !/(?:^|[^\p{L}])'/u.test(text) && isBalanced(text)
    ? { text, start, end }
    : undefined
}

/** Round brackets that are closed in their order, with something in them; square ones that are two. */
function isBalanced(text: string): boolean {
  let depth = 0
  for (const char of text) {
    if ('(（'.includes(char)) depth++
    else if (')）'.includes(char) && --depth < 0) return false
  }
  return depth === 0 && !/[(（]\s*[)）]/.test(text) && text.includes('[') === text.includes(']')
}

/**
 * Whether a name that is no expression was meant as one: not half an expression (`a +`, `client.`, `a and`), no call of a
 * function (`upper(name)`), and no sign of another engine at its end (`logo%`).
 */
export const isNameAlone = (text: string): boolean =>
  !isCall(text) &&
  // `Vor-/Nachname` leaves a word out before its hyphen.
  !/[+–/&-]\s*(?:$|[+–/&-])/.test(text.replaceAll(/(?<=\p{L})-\/(?=\p{L})/gu, '/')) &&
  !/\.\s*\.|(?:^|[^\s\d(])%|\S#|(?:^|\s)[.]\S/.test(text) &&
  !new RegExp(`^(?:and|or)\\s|\\s(?:${operators})$|\\s(?:${operators})\\s+(?:and|or)\\s`).test(text) &&
  // `Paid yet?` is a question, `paid?` and `paid ?` are half a choice.
  (!text.endsWith('?') || /\S \S.*\?$/.test(text.replace(/ \?$/, '?'))) &&
  (!text.endsWith('.') || isAbbreviated(text))

/** A word in small letters right before a bracket: `upper(name)`, `name.trim (x)` is none. */
export const isCall = (text: string): boolean => /(?:^|[\s.(])[\p{Ll}_][\p{L}\p{N}_]*\(/u.test(text)

/** `Tel. Nr.`, `Ph.D.`, `Account No.`, `Kunden-Nr.`, `Rate p.a.`, `z. B.`: short words, written large or with another before them. */
const isAbbreviated = (text: string): boolean =>
  /^(?:\p{Lu}\p{L}{0,3}\.)+$|[\s/-]\p{Lu}\p{L}{0,3}\.$|\s(?:\p{L}\.){2,}$/u.test(text) ||
  /\s\p{Lu}\p{L}*(?:nr|str|tel|num)\.$/u.test(text) ||
  /\.\s(?:.*\s)?\p{L}{1,4}\.$/u.test(text)
