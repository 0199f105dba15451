import type { FormatSection, FormatToken } from './number-format.ts'

const isDigits = ({ type, text }: FormatToken): boolean => type === 'code' && /^[0#?]/.test(text)

/** "# ?/?": the nearest fraction whose denominator has that many digits, or is the one written. */
export function renderFraction({ tokens }: FormatSection, number: number): string {
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
