/** The name of a document among those of its format, and what makes it: most are megabytes. */
export type LargeAttack<Content> = readonly [name: string, make: () => Content]

export const of = (count: number, each: (n: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, n) => each(n)).join(between)

export const deep = (count: number, open: string, close: string, inner = '1'): string =>
  open.repeat(count) + inner + close.repeat(count)
