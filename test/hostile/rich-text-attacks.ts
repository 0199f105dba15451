import { type Attack, latin1 } from './attack.ts'
import { deflatedRun, rawZip } from './raw-zip.ts'

const megabyte = 1_000_000

const rich: readonly (readonly [string, string, Attack['expect']?])[] = [
  ['groups in each other', `{\\rtf1 ${'{'.repeat(500_000)}`, 'payload_too_large'],
  ['groups that close and close', `{\\rtf1 a${'}'.repeat(500_000)}`],
  ['binary data of two gigabytes', `{\\rtf1 \\bin2000000000 abc}`, 'document_corrupt'],
  ['a word of a megabyte', `{\\rtf1 \\${'a'.repeat(megabyte)} x}`],
  ['a number of a megabyte', `{\\rtf1 \\u${'1'.repeat(megabyte)} x}`],
  ['characters that skip a billion', `{\\rtf1 \\uc1000000000 \\u65 ${'abc'.repeat(1000)}}`],
  ['200,000 controls', `{\\rtf1 ${'\\par'.repeat(200_000)}}`],
  ['cells without rows', `{\\rtf1 ${'\\cell'.repeat(100_000)}}`],
  ['a code page that nobody knows', `{\\rtf1\\ansicpg99999 \\'ff\\'zz\\'}`],
  ['fonts without end', `{\\rtf1{\\fonttbl${'{\\f0 A;}'.repeat(50_000)}}a}`],
  ['binary data of less than nothing', `{\\rtf1 ${'\\bin-1 '.repeat(50_000)}}`],
  ['binary data that ends behind the end', `{\\rtf1 {\\pict\\bin100 ab}}`, 'document_corrupt'],
  ['binary data of nothing, 100,000 times', `{\\rtf1 ${'\\bin0 '.repeat(100_000)}}`],
  ['250 groups in each other, 2,000 times', `{\\rtf1 ${`${'{'.repeat(250)}a${'}'.repeat(250)}`.repeat(2000)}}`],
  [
    'fields in fields',
    `{\\rtf1 ${'{\\field{\\*\\fldinst HYPERLINK "http://127.0.0.1/"}{\\fldrslt '.repeat(100)}a${'}}'.repeat(100)}}`,
  ],
  ['notes in notes', `{\\rtf1 a${'{\\footnote b'.repeat(200)}${'}'.repeat(200)}}`],
  ['a table in a table, a billion deep', `{\\rtf1 ${'\\itap1000000000\\intbl a\\nestcell '.repeat(20_000)}}`],
  [
    'tables in tables',
    `{\\rtf1 ${Array.from({ length: 20_000 }, (_, n) => `\\itap${n}\\intbl a\\nestcell{\\*\\nesttableprops\\trowd\\cellx9\\nestrow}`).join('')}}`,
  ],
  ['100,000 cells of a row', `{\\rtf1 \\trowd${'\\cellx1'.repeat(100_000)}${'\\intbl a\\cell'.repeat(100_000)}\\row}`],
  [
    'cells at places that are none',
    `{\\rtf1 \\trowd\\cellx-2147483648\\cellx99999999999999\\cellx0\\clmgf\\clvmrg a\\cell b\\cell\\row}`,
  ],
  [
    '2,000 rows with edges of their own',
    `{\\rtf1 ${Array.from({ length: 2000 }, (_, n) => `\\trowd\\cellx${n * 7 + 1}\\cellx${n * 11 + 99_999}\\intbl a\\cell b\\cell\\row`).join('')}}`,
  ],
  ['a picture of half a byte', `{\\rtf1{\\pict\\pngblip ${'8'.repeat(1_000_001)}}}`],
  ['a picture of no digits', `{\\rtf1{\\pict\\wmetafile8 ${'xyz '.repeat(200_000)}}}`],
  ['50,000 pictures', `{\\rtf1 ${'{\\pict\\pngblip 89504e47}'.repeat(50_000)}}`],
  [
    'an object that is a bomb',
    `{\\rtf1{\\object{\\*\\objdata ${Buffer.from(rawZip([{ name: 'word/document.xml', data: deflatedRun(300), size: 300 * 1024 * 1024 }])).toString('hex')}}}}`,
  ],
  [
    'an object of a size that is a lie',
    `{\\rtf1{\\object\\objemb{\\*\\objdata 0105000002000000ffffffff${'41'.repeat(1000)}}}}`,
  ],
  ['styles that are based on each other', `{\\rtf1{\\stylesheet{\\s1\\sbasedon2 A;}{\\s2\\sbasedon1 B;}}\\s1 a\\par}`],
  [
    'styles without end',
    `{\\rtf1{\\stylesheet${Array.from({ length: 20_000 }, (_, n) => `{\\s${n}\\sbasedon${n + 1} A;}`).join('')}}\\s0 a\\par}`,
  ],
  [
    'lists without end',
    `{\\rtf1{\\*\\listtable${"{\\list{\\listlevel\\levelnfc255\\levelstartat2147483647{\\leveltext\\'ff\\'09;}}\\listid1}".repeat(10_000)}}\\ls1\\ilvl1000000000 a\\par}`,
  ],
  ['numbers of lists that are beyond', `{\\rtf1 ${'{\\pntext\\pnlvlbody\\pnstart2147483647}a\\par '.repeat(20_000)}}`],
  ['surrogates that stand alone', `{\\rtf1 ${'\\u-10180? \\u-10180? '.repeat(50_000)}}`],
  ['characters to skip that hide groups', `{\\rtf1\\uc100 ${'\\u65 {a}'.repeat(50_000)}}`],
  ['HTML in tags without end', `{\\rtf1\\ansi\\fromhtml1 ${'{\\*\\htmltag64 <div>}'.repeat(50_000)}}`],
  ['destinations that nobody knows', `{\\rtf1 ${'{\\*\\zzz a}'.repeat(100_000)}}`],
  ['tables of colours without end', `{\\rtf1{\\colortbl${'\\red1\\green2\\blue3;'.repeat(50_000)}}\\cf99999999 a}`],
  ['two alternatives, each with two', `{\\rtf1 ${'{\\upr{'.repeat(100)}a${'}{\\*\\ud b}}'.repeat(100)}}`],
  ['hexadecimal without end', `{\\rtf1 ${"\\'".repeat(300_000)}}`],
  ['line breaks in controls', `{\\rtf1 ${'\\\n\\\r'.repeat(200_000)}}`],
]

/** RTF whose groups, tables or numbers are the attack. */
export function* richTextAttacks(): Generator<Attack> {
  for (const [name, body, expect] of rich) {
    yield { name: `rtf: ${name}`, bytes: latin1(body), filename: 'a.rtf', ...(expect === undefined ? {} : { expect }) }
  }
}
