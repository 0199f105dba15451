import { type LargeAttack, of } from './large-attack.ts'

export const markdownAttacks: readonly LargeAttack<string>[] = [
  [
    '100,000 links by name',
    () => `${of(50_000, (n) => `[a${n}]: /u${n}`, '\n')}\n\n${of(50_000, (n) => `[a${n}]`, ' ')}`,
  ],
  ['a table of 50,000 rows', () => `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(50_000)}`],
  ['lists of lists', () => of(30_000, (n) => `${' '.repeat((n % 40) * 2)}- a`, '\n')],
  ['emphasis that never ends', () => '*a _b **c __d '.repeat(60_000)],
  ['quotes 500 deep', () => of(2000, (n) => `${'> '.repeat(n % 500)}a`, '\n')],
  ['50,000 pieces of code', () => '```js\na\n```\n`b` '.repeat(50_000)],
  [
    '20,000 footnotes',
    () => `${of(20_000, (n) => `Text ${n}[^${n}].\n`)}\n${of(20_000, (n) => `[^${n}]: note ${n}\n`)}`,
  ],
]
