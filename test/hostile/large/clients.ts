import { deep, type LargeAttack, of } from './large-attack.ts'

export const csvAttacks: readonly LargeAttack<string>[] = [
  ['100,000 of one name', () => `name,email,phone\n${'Ada Byron,,\n'.repeat(100_000)}`],
  ['100,000 of one telephone', () => `name,email,phone\n${of(100_000, (n) => `Ada ${n},,+49 30 1234567\n`)}`],
  ['100,000 of one address', () => `name,email,phone\n${of(100_000, (n) => `Ada ${n},ada@example.com,\n`)}`],
  ['100,000 names that are alike', () => `name,email\n${of(100_000, (n) => `Anna${n.toString(2)} Byron,\n`)}`],
  ['1,000,000 short rows', () => `a,b\n${'1,2\n'.repeat(1_000_000)}`],
  ['2,000 rows of 400 columns', () => of(2000, (r) => of(400, (c) => (r === 0 ? `c${c}` : `${r}x${c}`), ','), '\n')],
  ['a cell of many lines', () => `name,notes\n${`a,"${'b\n'.repeat(1000)}"\n`.repeat(200)}`],
]

export const vcardAttacks: readonly LargeAttack<string>[] = [
  [
    '100,000 of one name',
    () =>
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada Byron\r\nN:Byron;Ada;;;\r\nTEL:+49301234567\r\nEND:VCARD\r\n'.repeat(
        100_000,
      ),
  ],
  [
    'one line of 20 MB',
    () => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:a\r\nNOTE:${'word '.repeat(4_000_000)}\r\nEND:VCARD\r\n`,
  ],
]

export const jsonAttacks: readonly LargeAttack<string>[] = [
  ['100,000 of one name', () => `[${of(100_000, () => '{"name":"Ada Byron","phone":"+49 30 1234567"}', ',')}]`],
  ['objects 500 deep, 1,000 times', () => `[${of(1000, () => deep(500, '{"a":', '}'), ',')}]`],
  ['a million numbers', () => `{"a":[${'1,'.repeat(1_000_000)}1]}`],
  ['300,000 keys, each another', () => `{${of(300_000, (n) => `"k${n}":"v"`, ',')}}`],
]
