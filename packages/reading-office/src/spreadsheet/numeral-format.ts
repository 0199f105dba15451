import type { FormatSection, FormatToken } from './number-format.ts'

/** A number without a format: all digits that a double surely holds, no exponent for what one still reads. */
export function generalNumber(number: number): string {
  const exact = Number(number.toPrecision(15))
  return String(exact === 0 ? 0 : exact)
    .replace('e', 'E')
    .replace(/E([+-])(\d)$/, 'E$10$2')
}

const isDigits = ({ type, text }: FormatToken): boolean => type === 'code' && /^[0#?]/.test(text)

/** A number through a section such as `#,##0.00 "EUR"`, `0.0%`, `0.00E+00` or `# ?/?`. */
export function renderNumber(section: FormatSection, number: number): string {
  const tokens = [...section.tokens]
  const is = (code: string) => (token: FormatToken) => token.type === 'code' && token.text === code
  const first = tokens.findIndex(isDigits)
  if (first === -1) return (number < 0 ? '-' : '') + tokens.map(literal).join('')
  if (tokens.some(is('/'))) return fraction(tokens, number)
  const last = tokens.findLastIndex(isDigits)
  const exponent = tokens.findIndex((token) => token.type === 'code' && /^e[+-]$/.test(token.text))
  const point = tokens.findIndex(is('.'))
  const hasPoint = point !== -1 && (exponent === -1 || point < exponent)
  const endOfDigits = exponent === -1 ? last : tokens.slice(0, exponent).findLastIndex(isDigits)
  // Commas after the last digit each take off three zeros; those between digits part the thousands.
  let scale = 1
  for (let at = endOfDigits + 1; is(',')(tokens[at] ?? nothing); at++) scale /= 1000
  const integerEnd = hasPoint ? point : endOfDigits + 1
  const grouped = tokens.some((token, index) => is(',')(token) && index > first && index < integerEnd)
  const percent = tokens.filter(is('%')).length
  let value = Math.abs(number) * 100 ** percent * scale
  let power = 0
  const pattern = (from: number, to: number): string =>
    tokens
      .slice(from, to)
      .filter(isDigits)
      .map(({ text }) => text)
      .join('')
  const integers = pattern(0, integerEnd)
  const decimals = hasPoint ? pattern(point, endOfDigits + 1) : ''
  if (exponent !== -1 && value !== 0) {
    const step = Math.max(integers.length, 1)
    power = Math.floor(Math.log10(value) / step) * step
    value /= 10 ** power
    if (Number(value.toFixed(Math.min(decimals.length, 20))) >= 10 ** step) {
      value /= 10 ** step
      power += step
    }
  }
  const digits = fixed(value, Math.min(decimals.length, 30))
  const [whole = '0', rest = ''] = digits.split('.')
  const shownWhole = integerPart(whole, integers, grouped)
  const shownRest = decimalPart(rest, decimals)
  const isZero = !/[1-9]/.test(digits)
  let text = number < 0 && !isZero ? '-' : ''
  let wholeDone = false
  const places = tokens.slice(0, integerEnd).filter(isDigits)
  const pieces = grouped ? [shownWhole] : spreadDigits(shownWhole, places)
  for (const [index, token] of tokens.entries()) {
    if (exponent !== -1 && index === exponent) {
      const sign = power < 0 ? '-' : token.text === 'e+' ? '+' : ''
      const places = pattern(exponent, tokens.length)
      text += `E${sign}${String(Math.abs(power)).padStart(places.replaceAll('#', '').length, '0')}`
    } else if (isDigits(token)) {
      if (index < integerEnd) text += pieces.shift() ?? ''
      wholeDone = true
    } else if (index === point && hasPoint) {
      if (!wholeDone) text += shownWhole
      wholeDone = true
      text += shownRest === '' && !/[0?]/.test(decimals) && decimals !== '' ? '.' : `.${shownRest}`
    } else text += is(',')(token) ? '' : literal(token)
  }
  return text.trim()
}

const nothing: FormatToken = { type: 'literal', text: '' }

const literal = ({ type, text }: FormatToken): string => (type === 'code' && /^[,@]|^e[+-]/.test(text) ? '' : text)

/** As `toFixed`, which goes over to exponents at 1e21, and rounds by the double's own digits and not by those shown. */
function fixed(value: number, decimals: number): string {
  if (value >= 1e21) return BigInt(Math.round(value)).toString()
  const exact = Number(value.toPrecision(15))
  const [mantissa = '0', exponent = '0'] = exact.toExponential().split('e')
  // Half a unit is rounded up in decimal, as spreadsheets do: 2.675 is 2.68.
  const shifted = Number(`${mantissa}e${Number(exponent) + decimals}`)
  const rounded = Math.abs(shifted) < 1e15 ? Math.round(shifted) : undefined
  if (rounded === undefined) return exact.toFixed(decimals)
  const digits = String(rounded).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The digits for each place that other signs part, from the right, as in `000-00-0000`; the first takes what is left. */
function spreadDigits(digits: string, places: readonly FormatToken[]): string[] {
  const pieces: string[] = []
  let end = digits.length
  for (const { text } of places.slice(1).toReversed()) {
    pieces.unshift(digits.slice(Math.max(end - text.length, 0), end))
    end = Math.max(end - text.length, 0)
  }
  return [digits.slice(0, end), ...pieces]
}

function integerPart(whole: string, pattern: string, grouped: boolean): string {
  const least = pattern.replaceAll(/[#?]/g, '').length
  const digits = (whole === '0' && least === 0 ? '' : whole).padStart(least, '0')
  return grouped ? digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : digits
}

/** Zeros at the end stay where the format says 0. */
function decimalPart(digits: string, pattern: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0' && pattern[end - 1] !== '0') end--
  return digits.slice(0, end)
}

/** "# ?/?": the nearest fraction whose denominator has that many digits, or is the one written. */
function fraction(tokens: readonly FormatToken[], number: number): string {
  const bar = tokens.findIndex(({ type, text }) => type === 'code' && text === '/')
  const digitsBefore = tokens.slice(0, bar).filter(isDigits)
  const withWhole = digitsBefore.length > 1
  const denominator = tokens
    .slice(bar + 1)
    .map(({ text }) => text)
    .join('')
    .trim()
  const value = Math.abs(number)
  const whole = withWhole ? Math.floor(value) : 0
  const written = /^\d+/.exec(denominator)?.[0]
  const [top, bottom] =
    written !== undefined && Number(written) > 0
      ? [Math.round((value - whole) * Number(written)), Number(written)]
      : nearestFraction(value - whole, 10 ** Math.min((/^[#?0]+/.exec(denominator)?.[0] ?? '?').length, 5) - 1)
  const sign = number < 0 ? '-' : ''
  if (withWhole && top === bottom) return `${sign}${whole + 1}`
  if (withWhole && top === 0) return `${sign}${whole}`
  return `${sign}${withWhole && whole > 0 ? `${whole} ` : ''}${top}/${bottom}`
}

/** By continued fractions, as Excel does. */
function nearestFraction(value: number, maxDenominator: number): [number, number] {
  let [topBefore, top, bottomBefore, bottom] = [1, Math.floor(value), 0, 1]
  let rest = value - top
  while (rest > 1e-10) {
    const next = Math.floor(1 / rest)
    const [newTop, newBottom] = [next * top + topBefore, next * bottom + bottomBefore]
    if (newBottom > maxDenominator) break
    ;[topBefore, top, bottomBefore, bottom] = [top, newTop, bottom, newBottom]
    rest = 1 / rest - next
  }
  return [top, bottom]
}
