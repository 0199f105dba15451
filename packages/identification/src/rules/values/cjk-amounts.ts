import { candidate, type Candidate } from '../candidate.ts'
import { scaled } from './scales.ts'

/** Powers of ten of the signs that stand in and behind numbers. */
const powers: Readonly<Record<string, number>> = { 千: 3, 万: 4, 萬: 4, 만: 4, 億: 8, 亿: 8, 억: 8, 兆: 12 }
const coins: Readonly<Record<string, string>> = { 円: 'JPY', 圓: 'JPY', 元: 'CNY', 원: 'KRW' }
const number = String.raw`\d{1,15}(?:,\d{3}){0,4}(?:\.\d{1,4})?`
const amount = new RegExp(
  `(?<![\\d.,])(?:(?:金|人民币|¥|￥)[ ]?)?(${number}(?:[千万萬만億亿억兆][ ]?${number}){0,3}[千万萬만億亿억兆]?)[ ]?(円|圓|元|원)`,
  'gu',
)
const part = /(\d[\d,]*(?:\.\d+)?)([千万萬만億亿억兆]?)/gu

/** Amounts as Chinese, Japanese and Korean write them: `85,000円`, `人民币5万元`, `1億2,000万円`. */
export function scanCjkAmounts(text: string): Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(amount)) {
    const [raw, digits = '', coin = ''] = match
    const parts = [...digits.matchAll(part)].map(([, number = '', sign = '']) =>
      scaled(number.replaceAll(',', ''), powers[sign] ?? 0),
    )
    const value = parts.length === 1 ? (parts[0] ?? '') : sumOf(parts)
    if (value === undefined) continue
    found.push(
      candidate('money', match.index, match.index + raw.length, { amount: value, currency: coins[coin] ?? null }, 0.95),
    )
  }
  return found
}

/** Of whole numbers, each smaller than the one before: `100000000` and `20000000`. */
function sumOf(parts: readonly string[]): string | undefined {
  if (parts.some((one, at) => one.includes('.') || (at > 0 && one.length >= (parts[at - 1]?.length ?? 0))))
    return undefined
  return parts.reduce((sum, one) => sum + BigInt(one), 0n).toString()
}
