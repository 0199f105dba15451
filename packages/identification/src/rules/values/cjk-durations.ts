import { candidate, type Candidate } from '../candidate.ts'

const units: readonly (readonly [designator: string, names: string])[] = [
  ['Y', '年間|年间|年(?![\\d月度末初份])|년간?'],
  ['M', '[かヶケカヵ箇个個]月間?|개월간?'],
  ['W', '週間|周(?!年)|주간?(?=\\P{L}|$)'],
  ['D', '日間|日(?=以?[内內前])|(?:个|個)?(?:工作|营业|營業)日|天|営業日|영업일|일(?=간|\\s?이내)'],
]
const digits = '〇一二三四五六七八九'
const count = String.raw`(?<![\d.,/年月第一二三四五六七八九十])(\d{1,3}|[一二两三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])[ ]?`
const written = units.map(([designator, names]) => [designator, new RegExp(`${count}(?:${names})`, 'gu')] as const)

const east = /[年月週周日天일개년주]/u

function valueOf(raw: string): number {
  if (/^\d/.test(raw)) return Number(raw)
  const digit = (sign: string): number => (sign === '两' ? 2 : digits.indexOf(sign))
  const [tens, ones] = raw.includes('十') ? raw.split('十') : ['', raw]
  const ten = raw.includes('十') ? (tens ? digit(tens) : 1) * 10 : 0
  return ten + (ones ? digit(ones) : 0)
}

/** Lengths of time as Chinese, Japanese and Korean write them: `2年間`, `3か月`, `三十日内`, `6개월`. */
export function scanCjkDurations(text: string): Candidate[] {
  if (!east.test(text)) return []
  return written.flatMap(([designator, pattern]) =>
    Array.from(text.matchAll(pattern)).flatMap(({ 0: raw, 1: number = '', index }) =>
      valueOf(number) === 0
        ? []
        : candidate('duration', index, index + raw.length, `P${valueOf(number)}${designator}`, 0.85),
    ),
  )
}
