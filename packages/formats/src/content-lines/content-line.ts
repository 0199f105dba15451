import { linesIn } from './lines-in.ts'

/** One line of a vCard or an iCalendar: `TEL;TYPE=cell:+44 …`. Names and parameter names in upper case. */
export interface ContentLine {
  readonly name: string
  /** `item1` of `item1.TEL`, in lower case; empty without. */
  readonly group: string
  /** Values without their quotation marks, one for each time that the parameter stands there. */
  readonly parameters: ReadonlyMap<string, readonly string[]>
  /** All before the value, as it stands in the file: see `parameterValues`. */
  readonly head?: string
  /** As it stands in the file, still encoded and escaped. */
  readonly raw: string
}

/** Begins and ends a card, a calendar, an event: no encoded text goes on with it. */
const edge = /^(?:BEGIN|END):V[A-Z]{3,20}\s*$/i

/** Begins a line whose value is quoted-printable. */
const quotedPrintable = /^[^:]{0,200}quoted-printable[^:]*:/i

/** A line with its continuations, and where the one after it begins, in UTF-16 units. */
export interface UnfoldedLine {
  readonly text: string
  readonly end: number
}

/**
 * Lines with their continuations: a leading space or tab, or the `=` at the end of a quoted-printable line.
 * @param from where a line begins, in UTF-16 units
 */
export function* unfoldedLines(text: string, from = 0): Generator<UnfoldedLine> {
  let current: string[] = []
  for (const { start, end } of linesIn(text, from)) {
    const line = text.slice(start, end)
    const last = current.at(-1)
    // Few lines end so: the others are not asked how they are encoded.
    if (last?.endsWith('=') === true && quotedPrintable.test(current[0] ?? '') && !edge.test(line)) {
      current[current.length - 1] = last.slice(0, -1)
      // Some exporters break a quoted-printable line and fold it as well.
      current.push(line.replace(/^[ \t]/, ''))
    } else if (last !== undefined && (line.startsWith(' ') || line.startsWith('\t'))) {
      current.push(line.slice(1))
    } else {
      if (current.length > 0) yield { text: current.join(''), end: start }
      current = [line]
    }
  }
  if (current.length > 0) yield { text: current.join(''), end: text.length }
}

const noParameters = new Map<string, string[]>()

/** What stands before the value of a line. */
type LineHead = Pick<ContentLine, 'name' | 'group' | 'parameters'>

/** Others are read anew: each may be another. */
const mostHeads = 1000

/**
 * Reads content lines (RFC 6350 3.3, RFC 5545 3.1; parameters without names as vCard 2.1 has them) one after the other, each
 * `undefined` where it is none. Cards have the same few heads again and again, which are read once.
 */
export function contentLineReader(): (line: string) => ContentLine | undefined {
  const heads = new Map<string, LineHead>()
  return (line) => {
    const colon = valueStart(line)
    if (colon === -1) return undefined
    const head = line.slice(0, colon)
    let known = heads.get(head)
    if (known === undefined) {
      known = readHead(head)
      if (known !== undefined && heads.size < mostHeads) heads.set(head, known)
    }
    if (known === undefined) return undefined
    const { name, group, parameters } = known
    return { name, group, parameters, head, raw: line.slice(colon + 1) }
  }
}

function readHead(whole: string): LineHead | undefined {
  const [head = '', ...rest] = splitOutsideQuotes(whole, ';')
  const dot = head.lastIndexOf('.')
  const name = head
    .slice(dot + 1)
    .trim()
    .toUpperCase()
  if (!/^[A-Z0-9_-]{1,60}$/.test(name)) return undefined
  // Most lines have none, and there may be a million.
  const parameters = rest.length === 0 ? noParameters : new Map<string, string[]>()
  for (const part of rest) {
    const equals = part.indexOf('=')
    const key = equals === -1 ? bareName(part) : part.slice(0, equals).trim().toUpperCase()
    const value = part
      .slice(equals + 1)
      .replaceAll('"', '')
      .trim()
    const known = parameters.get(key)
    if (known === undefined) parameters.set(key, [value])
    else known.push(value)
  }
  return { name, group: head.slice(0, Math.max(dot, 0)).toLowerCase(), parameters }
}

/** What kinds a line is of (`TYPE`), in lower case; a list in quotation marks is a list as well. */
export const typesOf = ({ parameters }: ContentLine): readonly string[] =>
  parameters
    .get('TYPE')
    ?.join(',')
    .toLowerCase()
    .split(',')
    .map((type) => type.trim()) ?? []

/**
 * The values of each parameter of a line, by its name in upper case: a list is several, one in quotation marks is one, and
 * what is encoded (RFC 6868) is decoded.
 */
export function parameterValues({ head, parameters }: ContentLine): ReadonlyMap<string, readonly string[]> {
  if (head === undefined) return parameters
  const values = new Map<string, string[]>()
  for (const parameter of splitOutsideQuotes(head, ';').slice(1)) {
    const equals = parameter.indexOf('=')
    const name = equals === -1 ? bareName(parameter) : parameter.slice(0, equals).trim().toUpperCase()
    const said = splitOutsideQuotes(parameter.slice(equals + 1), ',').map(decodedParameter)
    values.set(name, [...(values.get(name) ?? []), ...said])
  }
  return values
}

/** Of a parameter without a name, as vCard 2.1 has them, the name. */
const bareName = (parameter: string): string =>
  /^(?:quoted-printable|base64|8bit|7bit)$/i.test(parameter.trim()) ? 'ENCODING' : 'TYPE'

const meanings: Readonly<Record<string, string>> = { '^n': '\n', '^^': '^', "^'": '"' }

const decodedParameter = (value: string): string =>
  value
    .trim()
    .replaceAll('"', '')
    .replaceAll(/\^[n^']/g, (code) => meanings[code] ?? code)

/** The first colon outside quotation marks. */
function valueStart(line: string): number {
  if (!line.includes('"')) return line.indexOf(':')
  let quoted = false
  for (let index = 0; index < line.length; index++) {
    if (line[index] === '"') quoted = !quoted
    else if (line[index] === ':' && !quoted) return index
  }
  return line.indexOf(':')
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator)
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let index = 0; index <= text.length; index++) {
    if (text[index] === '"') quoted = !quoted
    if (index === text.length || (text[index] === separator && !quoted)) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  return parts
}
