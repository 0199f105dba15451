/** How a part of something is said, by what it is divided by: the half, a third, a quarter. */
const parts: readonly (readonly [said: RegExp, below: number])[] = [
  [/^(?:half|Hälfte|halbe[rs]?|moitié|mitad|metà|metade|helft)$/iu, 2],
  [/^(?:third|Drittel|tiers|tercio|terzo|terço|derde)$/iu, 3],
  [/^(?:quarter|fourth|Viertel|quart|cuarto|quarto|kwart)$/iu, 4],
  [/^(?:fifth|Fünftel|cinquième|quinto|vijfde)$/iu, 5],
  [/^(?:tenth|Zehntel|dixième|décimo|decimo|tiende)$/iu, 10],
  [/^(?:twelfth|Zwölftel|douzième)$/iu, 12],
]

const share = new RegExp(
  String.raw`^(?:(?:the|a|an|one|die|das|der|ein|eine|la|le|un|une|una|um|uma|de|het|een)\s)?(?:(\d{1,4})\s?[/\u2044]\s?(\d{1,4})|(\p{L}{4,12}))\s(?:of|von|vom|der|des|de|du|di|del|da|do|van)\s(?:the\s|dem\s|la\s|le\s)?([\p{L}_][\p{L}\p{N}_.]{0,100})$`,
  'iu',
)

/** `half of fee` and `1/12 of fee` as a calculation: `fee / 2`, `fee / 12`. */
export function shareOf(text: string): string {
  const [head = '', ...steps] = text.split(' | ')
  const [, above = '1', divisor, said = '', value] = share.exec(head.trim()) ?? []
  const below = divisor === undefined ? parts.find(([pattern]) => pattern.test(said))?.[1] : Number(divisor)
  if (value === undefined || below === undefined || below === 0) return text
  return [`${value}${Number(above) === 1 ? '' : ` * ${above}`} / ${below}`, ...steps].join(' | ')
}
