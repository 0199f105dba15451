import { type LargeAttack, of } from './large-attack.ts'

export const richTextAttacks: readonly LargeAttack<string>[] = [
  [
    '100,000 table rows',
    () => `{\\rtf1 ${'\\trowd\\cellx1000\\cellx2000\\intbl a\\cell b\\cell\\row '.repeat(100_000)}}`,
  ],
  [
    '200 groups deep, with fonts, 5,000 times',
    () => `{\\rtf1 ${`${'{\\b\\i '.repeat(200)}a${'}'.repeat(200)}`.repeat(5000)}}`,
  ],
  ['50,000 pieces of binary data', () => `{\\rtf1 ${'{\\pict\\bin4 abcd}'.repeat(50_000)}}`],
  ['100,000 revisions and notes', () => `{\\rtf1 ${'{\\revised\\revauth1 a}{\\footnote b}'.repeat(50_000)}}`],
  ['50,000 fields', () => `{\\rtf1 ${'{\\field{\\*\\fldinst HYPERLINK "a"}{\\fldrslt b}}'.repeat(50_000)}}`],
  [
    'tables in tables',
    () =>
      `{\\rtf1 ${'\\trowd\\cellx1000\\intbl\\itap2 a\\nestcell{\\*\\nesttableprops\\trowd\\cellx900\\nestrow}\\itap1\\cell\\row '.repeat(20_000)}}`,
  ],
  ['letters by their numbers', () => `{\\rtf1\\ansi ${"\\u8364?\\'e4".repeat(300_000)}}`],
  [
    '100,000 groups, of 20,000 fonts and colours',
    () =>
      `{\\rtf1{\\fonttbl${of(20_000, (n) => `{\\f${n} A${n};}`)}}{\\colortbl;${of(20_000, (n) => `\\red${n % 256}\\green0\\blue0;`)}}${of(100_000, (n) => `{\\f${n % 20_000}\\cf${n % 20_000} a}`)}}`,
  ],
  [
    'a list of 60,000 entries',
    () => `{\\rtf1 ${of(60_000, (n) => `{\\listtext ${n}.\\tab}\\ls1\\ilvl0 entry ${n}\\par `)}}`,
  ],
]
