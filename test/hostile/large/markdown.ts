import { type LargeAttack, of } from './large-attack.ts'

export const markdownAttacks: readonly LargeAttack<string>[] = [
  [
    '100,000 links by name',
    () => `${of(50_000, (n) => `[a${n}]: /u${n}`, '\n')}\n\n${of(50_000, (n) => `[a${n}]`, ' ')}`,
  ],
  ['a table of 50,000 rows', () => `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(50_000)}`],
  ['lists of lists', () => of(30_000, (n) => `${' '.repeat((n % 40) * 2)}- a`, '\n')],
]
