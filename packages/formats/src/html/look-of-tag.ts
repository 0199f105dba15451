import type { Look } from '@chancery/core'

const looks: ReadonlyMap<string, Look> = new Map<string, Look>(
  (
    [
      ['b strong', { bold: true }],
      ['i em cite dfn var', { italic: true }],
      ['u ins', { underline: true }],
      ['s strike del', { strike: true }],
      ['code kbd samp tt', { code: true }],
      ['sup', { script: 'super' }],
      ['sub', { script: 'sub' }],
    ] as const
  ).flatMap(([names, look]) => names.split(' ').map((name) => [name, look] as const)),
)

/** What an element does to the look of the text in it, by its name alone (HTML, 15.3.4). */
export const lookOfTag = (name: string): Look | undefined => looks.get(name.toLowerCase())
