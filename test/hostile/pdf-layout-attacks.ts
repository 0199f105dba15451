import type { Attack } from './attack.ts'
import { randomOf } from './mutate.ts'
import { drawing, page, pdf, stream } from './raw-pdf.ts'

const text = (x: number, y: number, value: string, size = 9): string =>
  `BT /F1 ${size} Tf ${x.toFixed(2)} ${y.toFixed(2)} Td (${value}) Tj ET\n`
const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join('')

/** Words anywhere on the page: no two in one line or column. */
function scattered(count: number): string {
  const random = randomOf(1)
  return times(count, () => text(random() * 595, random() * 842, 'a', 1 + random() * 9))
}

/** Pages whose words and lines are where no writer puts them: what compares each with each takes for ever. */
const pagesOf: readonly (readonly [string, () => string])[] = [
  ['20,000 words anywhere', () => scattered(20_000)],
  ['30,000 letters in one place', () => times(30_000, () => text(100, 100, 'a'))],
  ['20,000 words in one line', () => times(20_000, (n) => text(n / 40, 100, 'a'))],
  ['20,000 words in one column', () => times(20_000, (n) => text(100, n / 40, 'a'))],
  ['a stair of 20,000 words', () => times(20_000, (n) => text(n / 40, n / 30, 'a'))],
  ['200 columns', () => times(10_000, (n) => text((n % 200) * 3, Math.floor(n / 200) * 16, 'a', 2))],
  ['one word of 300,000 letters', () => text(0, 400, 'a'.repeat(300_000))],
  ['lines of 3,000 blanks', () => times(100, (n) => text(0, n * 8, ' a'.repeat(3000), 1))],
  [
    'words in all directions',
    () =>
      times(
        5000,
        (n) =>
          `BT /F1 9 Tf ${Math.cos(n).toFixed(4)} ${Math.sin(n).toFixed(4)} ${(-Math.sin(n)).toFixed(4)} ${Math.cos(n).toFixed(4)} 300 400 Tm (abc) Tj ET\n`,
      ),
  ],
  ['letters of all sizes', () => times(5000, (n) => text(n % 595, n % 842, 'a', n % 2 === 0 ? 1e-6 : 1e6))],
  [
    'letters mirrored and flattened',
    () => times(5000, (n) => `BT /F1 9 Tf ${n % 3 === 0 ? '0 0 0 0' : '-1 0 0 -1'} 300 400 Tm (abc) Tj ET\n`),
  ],
  [
    'a grid of 150 by 150 rules',
    () => times(150, (n) => `${n * 4} 0 m ${n * 4} 842 l S 0 ${n * 5} m 595 ${n * 5} l S\n`) + scattered(500),
  ],
  [
    '30,000 short rules',
    () => times(30_000, (n) => `${n % 595} ${(n * 7) % 842} m ${(n % 595) + 3} ${(n * 7) % 842} l S\n`),
  ],
  ['30,000 boxes', () => times(30_000, (n) => `${n % 590} ${(n * 7) % 840} ${(n % 50) + 1} ${(n % 30) + 1} re S\n`)],
  ['boxes in boxes', () => times(5000, (n) => `${n / 20} ${n / 20} ${595 - n / 10} ${842 - n / 10} re S\n`)],
  ['one path of 300,000 corners', () => `0 0 m ${times(300_000, (n) => `${n % 595} ${(n * 7) % 842} l `)} S`],
  ['a dash that is finer than anything', () => '[1e-9 1e-9] 0 d 0 0 m 595 842 l S '.repeat(100)],
  ['100,000 marks in each other', () => '/P << /MCID 0 >> BDC '.repeat(100_000)],
  ['clips in clips', () => '0 0 9 9 re W n '.repeat(100_000)],
  ['pictures in the text without end', () => 'BI /W 9999 /H 9999 /BPC 8 /CS /G ID '.repeat(5000)],
  ['numbers of 100,000 digits', () => `${'1'.repeat(100_000)} ${'9'.repeat(100_000)}.${'9'.repeat(100_000)} m S`],
]

/** PDF pages that are sound, and have no layout. */
export function* pdfLayoutAttacks(): Generator<Attack> {
  for (const [name, content] of pagesOf) {
    yield { name: `pdf: ${name}`, bytes: drawing(content()), filename: 'a.pdf' }
  }
  const count = 3000
  const kids = Array.from({ length: count }, (_, n) => `${5 + n} 0 R`).join(' ')
  yield {
    name: 'pdf: 3,000 pages',
    filename: 'a.pdf',
    bytes: pdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      stream('', text(50, 50, 'Dear Ada')),
      ...Array.from({ length: count }, () => page('/Font << /F1 3 0 R >>')),
    ]),
  }
}
